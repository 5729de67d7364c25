import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { listReceipts } from '../store.ts'
import { asInvoice, type Invoice } from './invoice.ts'

type Named = { readonly id: string; readonly purchaseId: string }

/** Issued invoices and credit notes as they are printed, in the given order. */
export async function documentsOfPurchases(
  db: Kysely<Database>,
  named: readonly Named[],
): Promise<Invoice[]> {
  const receipts = await listReceipts(db, [...new Set(named.map(({ purchaseId }) => purchaseId))])
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  return named.flatMap(({ id, purchaseId }) => {
    const receipt = byId.get(purchaseId)
    return (receipt && asInvoice(receipt, id)) ?? []
  })
}
