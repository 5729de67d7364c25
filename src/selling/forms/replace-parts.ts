import type { Insertable, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { setStock } from '#payments/stock/stock.ts'
import type { BumpRule } from './price/bump-rules.ts'

/** A form's parts in other tables: ids of bumps in order, timers and prices with amounts in minor units. */
export type FormParts = {
  readonly bumps: readonly string[] | undefined
  readonly bumpRules: readonly BumpRule[] | undefined
  readonly otoSequenceList: readonly string[] | undefined
  readonly timers: readonly Omit<Insertable<Database['timers']>, 'id' | 'formId'>[] | undefined
  readonly prices: readonly Omit<Insertable<Database['formPrices']>, 'formId'>[] | undefined
  /** Null for no limit. */
  readonly stockLimit: number | null | undefined
}

/** Replaces the given parts of a form and keeps the others. */
export async function replaceParts(
  tx: Transaction<Database>,
  formId: string,
  parts: FormParts,
): Promise<void> {
  await replaceBumps(tx, formId, parts)
  await replaceSequence(tx, formId, parts.otoSequenceList)
  await replaceTimers(tx, formId, parts.timers)
  await replacePrices(tx, formId, parts.prices)
  if (parts.stockLimit !== undefined) await setStock(tx, formId, parts.stockLimit)
}

async function replaceTimers(
  tx: Transaction<Database>,
  formId: string,
  timers: FormParts['timers'],
): Promise<void> {
  if (timers === undefined) return
  await tx.deleteFrom('timers').where('formId', '=', formId).execute()
  if (timers.length === 0) return
  const rows = timers.map((timer) => ({ ...timer, id: newId(), formId }))
  await tx.insertInto('timers').values(rows).execute()
}

/** Prices keep their ids, because purchases and links refer to them. */
async function replacePrices(
  tx: Transaction<Database>,
  formId: string,
  prices: FormParts['prices'],
): Promise<void> {
  if (prices === undefined) return
  await tx.deleteFrom('formPrices').where('formId', '=', formId).execute()
  if (prices.length === 0) return
  await tx
    .insertInto('formPrices')
    .values(prices.map((price) => ({ ...price, formId })))
    .execute()
}

/** Bumps that stay on the form keep their rules, unless rules are given too. */
async function replaceBumps(
  tx: Transaction<Database>,
  formId: string,
  { bumps, bumpRules }: FormParts,
): Promise<void> {
  if (bumps === undefined && bumpRules === undefined) return
  const known = await tx
    .deleteFrom('formBumps')
    .where('formId', '=', formId)
    .returning(['bumpId', 'position', 'isOn', 'priceIds', 'quantityMin'])
    .execute()
  const ids = bumps ?? known.toSorted((a, b) => a.position - b.position).map(({ bumpId }) => bumpId)
  if (ids.length === 0) return
  const rules = bumpRules ?? known.map(({ bumpId: id, ...rule }) => ({ id, ...rule }))
  const rows = [...new Set(ids)].map((bumpId, position) => {
    const rule = rules.find(({ id }) => id === bumpId)
    const { isOn = true, priceIds = null, quantityMin = 1 } = rule ?? {}
    return { formId, bumpId, position, isOn, priceIds, quantityMin }
  })
  await tx.insertInto('formBumps').values(rows).execute()
}

async function replaceSequence(
  tx: Transaction<Database>,
  formId: string,
  bumpIds: readonly string[] | undefined,
): Promise<void> {
  if (bumpIds === undefined) return
  await tx.deleteFrom('formOfferSequence').where('formId', '=', formId).execute()
  if (bumpIds.length === 0) return
  const links = [...new Set(bumpIds)].map((bumpId, position) => ({ formId, bumpId, position }))
  await tx.insertInto('formOfferSequence').values(links).execute()
}
