import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { CatalogItemChange } from '#selling/catalog/form-use.ts'
import { chargedRate } from '#selling/taxes/charged-rate.ts'
import { largestChargeProblems, type Charges } from './largest-charge.ts'
import { findCharges, findOwn, findTax, type ChargedRow } from '../store.ts'

/** What a form charges beside its price, by ids. */
export type ChargedParts = {
  readonly timers: readonly { readonly amount: number | null; readonly priceId: string | null }[]
  readonly bumps: readonly string[]
  readonly otoSequenceList: readonly string[]
  readonly oneTimeOffer: string | null
  readonly taxId: string | null
}

/** What is charged on a form that is about to be saved; of what it refers to, only the seller's own. */
export async function chargesOfParts(
  db: Kysely<Database>,
  sellerId: string,
  form: Omit<Charges, keyof ChargedParts | 'tax'>,
  { timers, bumps, otoSequenceList, oneTimeOffer, taxId }: ChargedParts,
): Promise<Charges> {
  const [ownBumps, [offer = null], tax] = await Promise.all([
    findOwn(db, 'bumps', sellerId, [...bumps, ...otoSequenceList]),
    findOwn(db, 'offers', sellerId, oneTimeOffer === null ? [] : [oneTimeOffer]),
    taxId === null ? undefined : findTax(db, sellerId, taxId),
  ])
  const ofIds = (ids: readonly string[]) => ownBumps.filter(({ id }) => ids.includes(id))
  return {
    ...form,
    timers,
    bumps: ofIds(bumps),
    otoSequenceList: ofIds(otoSequenceList),
    oneTimeOffer: offer,
    tax: tax === undefined ? null : chargedRate(tax),
  }
}

/** Why a change of a part would lead to more than a card can pay on one of these forms, in words; null where it does not. */
export async function chargeProblem(
  db: Kysely<Database>,
  sellerId: string,
  formIds: readonly string[],
  change: CatalogItemChange,
): Promise<string | null> {
  for (const row of await findCharges(db, sellerId, formIds)) {
    const [problem] = Object.values(largestChargeProblems(changed(row, change)))
    if (problem !== undefined) return `On the form “${row.title}”: ${problem}`
  }
  return null
}

function changed(row: ChargedRow, change: CatalogItemChange): Charges {
  if ('tax' in change) return { ...row, tax: change.tax }
  const reprice = <Part extends { readonly id: string }>(part: Part) =>
    part.id === change.id ? { ...part, amount: change.amount } : part
  return {
    ...row,
    tax: row.tax && chargedRate(row.tax),
    bumps: row.bumps.map(reprice),
    otoSequenceList: row.otoSequenceList.map(reprice),
    oneTimeOffer: row.oneTimeOffer && reprice(row.oneTimeOffer),
  }
}
