import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { TaxRate } from '#foundation/money/tax.ts'

/** What an update of an item changes: the amount (minor units) of a bump or an offer, or the rate that is charged. */
export type CatalogItemChange =
  | { readonly id: string; readonly amount: number }
  | { readonly tax: TaxRate | null }

/** What forms tell of an item that they are made of, and what they are told. */
export type FormUse = {
  /** The seller's forms that the item stands on. */
  readonly listForms: (db: Kysely<Database>, sellerId: string, partId: string) => Promise<string[]>
  /** Why a change would lead to more than a card can pay on one of these forms, in words; null where it does not. */
  readonly chargeProblem: (
    db: Kysely<Database>,
    sellerId: string,
    formIds: readonly string[],
    change: CatalogItemChange,
  ) => Promise<string | null>
  /** These forms' payment pages are no longer as they were. */
  readonly dropPages: (formIds: readonly string[]) => void
}
