import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Sales that are to name nobody: orders, and all that was paid or tried for them later. */
export type OldSales = { readonly ids: readonly string[]; readonly now: Date }

/** Erases what a domain stores of the buyers of old sales; the sales themselves name them until all domains have. */
export type EraseBuyers = (tx: Transaction<Database>, sales: OldSales) => Promise<void>
