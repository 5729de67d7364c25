import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The sales to anonymize: orders, with their later payments and attempts. */
export type OldSales = { readonly ids: readonly string[]; readonly now: Date }

/** Erases a domain's data about the buyers of old sales. The sales keep their names until every domain is done. */
export type EraseBuyers = (tx: Transaction<Database>, sales: OldSales) => Promise<void>
