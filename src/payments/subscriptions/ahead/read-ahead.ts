import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { paymentsAhead, type Ahead } from './payments-ahead.ts'

/** A future payment or end, with the order that began its subscription. */
export type AheadOfOrder = Ahead & {
  readonly orderId: string
  readonly currency: string
  /** The title in the seller's own words. */
  readonly title: string
}

export type AheadScope = {
  readonly sellerId: string
  readonly form?: string | undefined
  /** The price of `form`. For its original price, the form's id. */
  readonly price?: string | undefined
}

/** The number of subscriptions in memory at the same time. */
const batch = 5_000

/** The future payments of a seller's running subscriptions, in no particular order. */
export async function* readAhead(
  db: Kysely<Database>,
  scope: AheadScope,
  now: Date,
  until: Date,
): AsyncGenerator<AheadOfOrder> {
  let after: string | undefined
  for (;;) {
    const rows = await listRunning(db, scope, until, after)
    for (const row of rows) {
      const { orderId, currency, title, sellerTitle } = row
      const own = { orderId, currency, title: sellerTitle ?? title }
      for (const one of paymentsAhead(row, now, until)) yield { ...own, ...one }
    }
    after = rows.at(-1)?.orderId
    if (after === undefined || rows.length < batch) return
  }
}

/** Running subscriptions with something due by then, sorted by their orders. */
async function listRunning(
  db: Kysely<Database>,
  { sellerId, form, price }: AheadScope,
  until: Date,
  after: string | undefined,
) {
  return db
    .selectFrom('subscriptions')
    .select(['orderId', 'status', 'title', 'sellerTitle', 'subtotal', 'taxAmount', 'total', 'currency'])
    .select(['discountAmount', 'discountCycles', 'reducedTotal', 'agreedPrices', 'taxPercentage'])
    .select(['taxInclusive', 'billingInterval', 'billingPeriod', 'cancelAfter', 'paidCycles'])
    .select(['billingCycleAnchor', 'currentPeriodEnd', 'pauseFrom', 'pauseUntil', 'cancelAt'])
    .select(['cancelAtPeriodEnd', 'cancellation', 'unpaidInvoiceId', 'unpaidAmount', 'unpaidAmountOf'])
    .select('nextPaymentAttempt')
    .where('sellerId', '=', sellerId)
    .where('status', 'in', ['active', 'trialing', 'paused', 'past_due'])
    .where((row) => row.or([row('currentPeriodEnd', '<', until), row('nextPaymentAttempt', '<', until)]))
    .$if(after !== undefined, (query) => query.where('orderId', '>', after ?? ''))
    .$if(form !== undefined, (query) =>
      query.where((row) =>
        row.exists(
          row
            .selectFrom('purchasesView as orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'subscriptions.orderId')
            .where('orders.formId', '=', form ?? '')
            .$if(price !== undefined, (orders) =>
              orders.where((order) =>
                order.or([
                  order('orders.priceId', '=', price ?? ''),
                  ...(price === form ? [order('orders.priceId', 'is', null)] : []),
                ]),
              ),
            ),
        ),
      ),
    )
    .orderBy('orderId')
    .limit(batch)
    .execute()
}
