import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Party } from './party.ts'

/**
 * How long after the payment a buyer can change their invoice details, in milliseconds. After that, the invoice is
 * final.
 */
const editableFor = 30 * 24 * 60 * 60 * 1000

/** The time until which an invoice's details can be changed. */
export function editableUntil(paidAt: Date): Date {
  return new Date(paidAt.getTime() + editableFor)
}

const columns = [
  'name',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
  'taxNumber',
  'updatedAt',
] as const

/** Sets the buyer's details on a purchase's invoice from now on. */
export async function saveBuyerDetails(
  db: Kysely<Database>,
  purchaseId: string,
  party: Party,
  now: Date,
): Promise<void> {
  const details = { ...party, updatedAt: now }
  await db
    .insertInto('buyerDetails')
    .values({ ...details, purchaseId })
    .onConflict((conflict) => conflict.column('purchaseId').doUpdateSet(details))
    .execute()
}

/** Records the invoice details that were entered before paying, in the transaction that records the order. */
export async function recordAskedDetails(
  tx: Transaction<Database>,
  purchaseId: string,
  party: Party,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('buyerDetails')
    .values({ ...party, purchaseId, askedCountry: party.country, updatedAt: now })
    .execute()
}

/**
 * The invoice of a renewal or early payoff starts with the buyer's latest details for the same order. It can then be
 * changed separately.
 */
export async function copyBuyerDetails(
  tx: Transaction<Database>,
  orderId: string,
  laterId: string,
): Promise<void> {
  await tx
    .insertInto('buyerDetails')
    .columns(['purchaseId', ...columns])
    .expression((query) =>
      query
        .selectFrom('buyerDetails')
        .innerJoin('purchasesView as purchases', 'purchases.id', 'buyerDetails.purchaseId')
        .select(sql<string>`${laterId}::uuid`.as('laterId'))
        .select(columns.map((column) => `buyerDetails.${column}` as const))
        .where((purchase) =>
          purchase.or([purchase('purchases.id', '=', orderId), purchase('purchases.orderId', '=', orderId)]),
        )
        .orderBy('buyerDetails.updatedAt', 'desc')
        .limit(1),
    )
    .execute()
}

/** A buyer's invoice details are erased along with their email address. */
export async function eraseBuyerDetails(
  tx: Transaction<Database>,
  purchaseIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('buyerDetails').where('purchaseId', 'in', purchaseIds).execute()
}
