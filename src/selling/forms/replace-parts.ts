import type { Insertable, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { setStock } from '#payments/stock/stock.ts'

/** A form's parts in other tables: ids of bumps in order, timers and prices with amounts in minor units. */
export type FormParts = {
  readonly bumps: readonly string[] | undefined
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
  await replaceLinks(tx, 'formBumps', formId, parts.bumps)
  await replaceLinks(tx, 'formOfferSequence', formId, parts.otoSequenceList)
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

async function replaceLinks(
  tx: Transaction<Database>,
  table: 'formBumps' | 'formOfferSequence',
  formId: string,
  bumpIds: readonly string[] | undefined,
): Promise<void> {
  if (bumpIds === undefined) return
  await tx.deleteFrom(table).where('formId', '=', formId).execute()
  if (bumpIds.length === 0) return
  const links = [...new Set(bumpIds)].map((bumpId, position) => ({ formId, bumpId, position }))
  await tx.insertInto(table).values(links).execute()
}
