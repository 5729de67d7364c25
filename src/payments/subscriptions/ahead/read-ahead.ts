import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AheadKind } from './ahead-kinds.ts'
import { paymentsAhead, type Ahead } from './payments-ahead.ts'
import {
  dueUntil,
  plannedPayments,
  sumPlanned,
  type AheadScope,
  type PlannedSum,
  type Span,
} from './planned-payments.ts'

type AheadOfOrder = Ahead & { readonly orderId: string; readonly currency: string }

/** A future payment or end, with the order that started its subscription and the untranslated title. */
export type TitledAhead = AheadOfOrder & { readonly title: string }

/** The number of subscriptions in memory at the same time. */
const batch = 5_000

/** The future payments of a seller's running subscriptions, added up in slots of equal length in milliseconds. */
export async function sumAhead(
  db: Kysely<Database>,
  scope: AheadScope,
  span: Span,
  slot: number,
): Promise<PlannedSum[]> {
  const [sums, others] = await Promise.all([sumPlanned(db, scope, span, slot), readOther(db, scope, span)])
  for (const { at, currency, kind, total } of others) {
    const index = Math.floor((at.getTime() - span.from.getTime()) / slot)
    sums.push({ currency, slot: index, kind, total, count: 1 })
  }
  return sums
}

type SoughtAhead = AheadScope & {
  readonly currency: string
  readonly kind?: AheadKind | undefined
  /** A part of the span. */
  readonly within?: Span | undefined
}

/** The future payments of a seller's running subscriptions in a currency, soonest first. Without `rows`, all of them. */
export async function listAhead(
  db: Kysely<Database>,
  { currency, kind, within, ...scope }: SoughtAhead,
  span: Span,
  rows?: { readonly limit: number; readonly offset: number },
): Promise<TitledAhead[]> {
  const others = []
  for (const one of await readOther(db, scope, span)) {
    const { orderId, at, total } = one
    if (one.currency === currency)
      others.push({ order_id: orderId, at: at.toISOString(), kind: one.kind, total })
  }
  const { rows: found } = await sql<TitledAhead>`
    select order_id as "orderId", at, kind, ahead.total, own.currency, coalesce(own.seller_title, own.title) as title
    from (
      select * from (
        select order_id, at, kind, total from (${plannedPayments(scope, span, currency)}) planned
        union all
        select * from jsonb_to_recordset(${JSON.stringify(others)}::jsonb)
          as others (order_id uuid, at timestamptz, kind text, total bigint)
      ) every
      where ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
        and ${within === undefined ? sql`true` : sql`at >= ${within.from} and at < ${within.until}`}
      order by at, order_id, kind
      ${rows === undefined ? sql`` : sql`limit ${rows.limit} offset ${rows.offset}`}
    ) ahead
    join subscriptions as own using (order_id)
    order by at, order_id, kind`.execute(db)
  return found
}

/** The future payments of subscriptions that are not plain, in no particular order. */
async function readOther(db: Kysely<Database>, scope: AheadScope, span: Span): Promise<AheadOfOrder[]> {
  const found: AheadOfOrder[] = []
  for (let after: string | undefined; ;) {
    const rows = await listOther(db, scope, span.until, after)
    for (const row of rows) {
      const { orderId, currency } = row
      for (const one of paymentsAhead(row, span.from, span.until)) found.push({ orderId, currency, ...one })
    }
    after = rows.at(-1)?.orderId
    if (after === undefined || rows.length < batch) return found
  }
}

/** Sorted by their orders. */
async function listOther(db: Kysely<Database>, scope: AheadScope, until: Date, after: string | undefined) {
  return db
    .selectFrom('subscriptions as own')
    .select(['orderId', 'status', 'title', 'sellerTitle', 'subtotal', 'taxAmount', 'total', 'currency'])
    .select(['discountAmount', 'discountCycles', 'reducedTotal', 'agreedPrices', 'taxPercentage'])
    .select(['taxInclusive', 'billingInterval', 'billingPeriod', 'cancelAfter', 'paidCycles'])
    .select(['billingCycleAnchor', 'currentPeriodEnd', 'pauseFrom', 'pauseUntil', 'cancelAt'])
    .select(['cancelAtPeriodEnd', 'cancellation', 'unpaidInvoiceId', 'unpaidAmount', 'unpaidAmountOf'])
    .select('nextPaymentAttempt')
    .where(dueUntil(scope, until, 'other'))
    .$if(after !== undefined, (query) => query.where('orderId', '>', after ?? ''))
    .orderBy('orderId')
    .limit(batch)
    .execute()
}
