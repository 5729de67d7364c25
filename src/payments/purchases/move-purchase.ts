import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseEvent, PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { followPurchase } from '#payments/coupons/follow-purchase.ts'
import { addCustomer, customerOf } from './know-customer.ts'
import type { Happened } from './note-event.ts'
import { statesBefore, type MovedBy, type Purchase } from './purchase.ts'

type Change = Partial<
  Pick<
    Purchase,
    | 'stripeCustomerId'
    | 'paymentIntentId'
    | 'paymentMethodId'
    | 'paymentMethodType'
    | 'settlesBy'
    | 'cardBrand'
    | 'cardLast4'
    | 'applicationFeeAmount'
    | 'failureReason'
    | 'failureMessage'
    | 'nextCheckAt'
    | 'paidAt'
  >
> & { readonly status: PurchaseStatus; readonly updatedAt: Date }

/**
 * Moves a purchase if its present state allows the move; undefined when it does not, and then nothing changed. What is
 * paid keeps what its seller's invoices and policy say at that moment, where their account is, and whose purchase it is. `happened` names in the
 * history what moved it, beside its payment. Its place of a coupon moves along.
 */
export async function movePurchase(
  tx: Transaction<Database>,
  id: string,
  change: Change,
  cause: string,
  by: MovedBy = 'payment',
  happened: Happened | null = null,
): Promise<Purchase | undefined> {
  const before = statesBefore(change.status, by)
  const moved = await tx
    .with('buyer', (query) => addCustomer(query, { id, before, paidAt: change.paidAt ?? null }))
    .with('moved', (query) =>
      query
        .updateTable('purchases')
        .set(change)
        .$if(change.paidAt !== undefined, (update) =>
          update.set({
            sellerDetailsId: presentOf('detailsId'),
            policyId: presentOf('policyId'),
            accountCountry: presentOf('accountCountry'),
            customerId: customerOf,
          }),
        )
        .where('id', '=', id)
        .where('status', 'in', before)
        .returningAll(),
    )
    .with('noted', (query) =>
      query
        .insertInto('purchaseTransitions')
        .columns(['purchaseId', 'status', 'cause', 'event', 'subject'])
        .expression(
          query
            .selectFrom('moved')
            .select(['id', 'status', sql<string>`${cause}::text`.as('cause')])
            .select([
              sql<PurchaseEvent | null>`${happened?.event ?? null}::text`.as('event'),
              sql<string | null>`${happened?.subject ?? null}::text`.as('subject'),
            ]),
        ),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst()
  if (moved !== undefined) await followPurchase(tx, moved)
  return moved
}

/** What the seller has set now, the version that counts, and where they are. */
function presentOf<Column extends 'detailsId' | 'policyId' | 'accountCountry'>(column: Column) {
  return (purchase: ExpressionBuilder<Database, 'purchases'>) =>
    purchase
      .selectFrom('sellers')
      .select(`sellers.${column}`)
      .whereRef('sellers.id', '=', 'purchases.sellerId')
}
