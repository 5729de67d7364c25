import { sql, type ExpressionBuilder, type JoinBuilder, type Kysely, type SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import { runBuilt } from '#foundation/db/database.ts'
import { prepareList, type ListOf, type PlacedRows } from '#foundation/lists/prepare-list.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type PlacedScope, type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import {
  offerTitle,
  soldTitleForSeller,
  titleForSeller,
} from '#payments/purchases/records/purchase-columns.ts'
import type { SaleListQuery } from './contract.ts'
import {
  comesAfter,
  countsAt,
  isAll,
  isByTime,
  isSought,
  nothingSought,
  type SoughtSales,
} from './filter/conditions.ts'

export type SaleRow = Awaited<ReturnType<typeof listSales>>[number]
export type SaleDetailRow = NonNullable<Awaited<ReturnType<typeof findSale>>>

const saleColumns = [
  'purchases.id',
  'purchases.kind',
  'purchases.formId',
  soldTitleForSeller.as('formTitle'),
  offerTitle.as('offerTitle'),
  'purchases.email',
  'purchases.name',
  'purchases.total',
  'purchases.currency',
  'purchases.status',
  'purchases.createdAt',
  'purchases.paidAt',
] as const

/** How much of a purchase was refunded or taken back by banks, computed like the totals in `sum-sales.ts`. */
const returned = sql<number>`(
  case when purchases.status in ('partially_refunded', 'refunded') then coalesce((
    select sum(refunds.amount) from refunds_view as refunds
    where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'), 0) else 0 end
  + coalesce((
    select sum(disputes.amount) from disputes_view as disputes
    where disputes.purchase_id = purchases.id and disputes.currency = purchases.currency and ${isTakenBackRow}), 0)
)::bigint`.as('returned')

/** Whether a purchase is free for good. `offset 0` keeps PostgreSQL from reading all subscriptions. */
function isFree(purchases: 'purchases' | 'followUp') {
  const purchase = (column: string) => sql.ref(`${purchases}.${column}`)
  return sql<boolean>`(
    ${purchase('total')} = 0
    and not exists (select from subscriptions_view begun where begun.order_id = ${purchase('id')} offset 0)
  )`.as('isFree')
}

function disputeStatusOf(sale: ExpressionBuilder<Database, 'purchases'>) {
  return sale
    .selectFrom('disputesView as disputes')
    .select('disputes.status')
    .whereRef('disputes.purchaseId', '=', 'purchases.id')
    .orderBy('disputes.createdAt', 'desc')
    .limit(1)
    .as('disputeStatus')
}

/** The subscription of an order with a failed renewal, by the same rule as `describeSubscription`. */
function isUnpaid(on: JoinBuilder<Database, 'purchases' | 'subscriptions'>) {
  return on
    .onRef('subscriptions.orderId', '=', 'purchases.id')
    .on('subscriptions.unpaidInvoiceId', 'is not', null)
    .on('subscriptions.status', '!=', 'trialing')
    .on(sql`subscriptions.cancellation`, 'is distinct from', 'now')
}

const unpaidColumns = [
  'subscriptions.unpaidInvoiceId',
  'subscriptions.paymentFailedAt',
  'subscriptions.nextPaymentAttempt',
] as const

type PageOfSales = {
  readonly scope: PlacedScope
  readonly sought: SoughtSales
  readonly before: string | undefined
} & PlacedRows

const listAll = prepareList((db, { scope, limit, offset }: ListOf<object>) =>
  pageOfSales(db, { scope, sought: nothingSought, before: undefined, limit, offset }),
)

/**
 * A page of matching purchases, newest first. With `before`, the last row of the previous page, only shown rows are
 * read.
 */
export async function listSales(
  db: Kysely<Database>,
  scope: SellerScope,
  query: ListQuery & Pick<SaleListQuery, 'before'>,
  sought: SoughtSales,
) {
  const { before } = query
  if (before === undefined && isAll(sought)) return listAll(db, scope, { ...query, q: '' }, {})
  const { limit, offset } = rowsOf(query)
  const page = { scope, sought, before, limit, offset: before === undefined ? offset : 0 }
  return runBuilt(db, pageOfSales(db, page).compile())
}

type Sales = SelectQueryBuilder<Database, 'purchases', object>

/**
 * Reads one row more than the page, to find out whether there is a next page. The page's ids come from an index alone,
 * so that late pages stay fast. Each row is then looked up separately, which `offset 0` ensures, because the planner
 * overestimates their number.
 */
function pageOfSales(db: Kysely<Database>, { scope, sought, before, limit, offset }: PageOfSales) {
  const inOrder = (sales: Sales) =>
    sales.$if(isByTime(sought), (query) => query.orderBy(countsAt, 'desc')).orderBy('purchases.id', 'desc')
  const page = inOrder(
    db
      .selectFrom('purchasesView as purchases')
      .where(isAll(sought) ? withinScope('purchases.sellerId', scope) : isSought(scope, sought))
      .$if(before !== undefined, (query) => query.where(comesAfter(scope, sought, before ?? ''))),
  )
    .select('purchases.id')
    .limit(limit)
    .offset(offset)
  const sales = db
    .selectFrom(page.as('page'))
    .innerJoinLateral(
      (found) =>
        found
          .selectFrom('purchasesView as purchases')
          .selectAll()
          .whereRef('purchases.id', '=', 'page.id')
          .modifyEnd(sql`offset 0`)
          .as('purchases'),
      (on) => on.onTrue(),
    )
    .selectAll('purchases')
  return inOrder(db.selectFrom(sales.as('purchases')))
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(saleColumns)
    .leftJoin('subscriptionsView as subscriptions', isUnpaid)
    .select(unpaidColumns)
    .select([disputeStatusOf, isFree('purchases'), returned])
}

export async function findSale(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('purchasesView as purchases')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(saleColumns)
    .leftJoin('subscriptionsView as subscriptions', isUnpaid)
    .select(unpaidColumns)
    .select([disputeStatusOf, isFree('purchases'), returned])
    .select([
      'purchases.orderId',
      'purchases.mailTo',
      'purchases.keyGeneration',
      'purchases.subtotal',
      'purchases.couponCode',
      'purchases.language',
      'purchases.source',
      'purchases.formVersion',
      'purchases.paymentMethodId',
      'purchases.confirmationTokenId',
      'purchases.discountAmount',
      'purchases.taxAmount',
      'purchases.applicationFeeAmount',
      'purchases.cardBrand',
      'purchases.cardLast4',
      'purchases.paymentMethodType',
      'purchases.settlesBy',
      'purchases.paymentIntentId',
      'purchases.failureMessage',
      withdrawalTerms.as('terms'),
    ])
    .select((sale) => [
      sale
        .selectFrom('customersView as customers')
        .select('customers.id')
        .whereRef('customers.id', '=', 'purchases.customerId')
        .where('customers.erasedAt', 'is', null)
        .as('customerId'),
      jsonArrayFrom(
        sale
          .selectFrom('purchasesView as followUp')
          .innerJoin('purchaseLinesView as purchaseLines', (line) =>
            line.onRef('purchaseLines.purchaseId', '=', 'followUp.id').on('purchaseLines.position', '=', 0),
          )
          .select(['followUp.id', 'followUp.kind', 'followUp.status', titleForSeller])
          .select(['followUp.total', isFree('followUp')])
          .select(sql<number>`(extract(epoch from follow_up.created_at) * 1000)::bigint`.as('createdAt'))
          .whereRef('followUp.orderId', '=', 'purchases.id')
          .orderBy('followUp.id', 'desc')
          .limit(100),
      ).as('followUps'),
      jsonArrayFrom(
        sale
          .selectFrom('purchaseLinesView as purchaseLines')
          .select(['purchaseLines.kind', titleForSeller, 'purchaseLines.subtotal'])
          .select(['purchaseLines.taxAmount', 'purchaseLines.total', 'purchaseLines.discountAmount'])
          .select(['purchaseLines.quantity', 'purchaseLines.bumpId', 'purchaseLines.offerId'])
          .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        sale
          .selectFrom('purchaseAnswersView as purchaseAnswers')
          .select(['purchaseAnswers.slug', 'purchaseAnswers.kind', 'purchaseAnswers.answer'])
          .select(sql<string>`coalesce(seller_label, label)`.as('label'))
          .whereRef('purchaseAnswers.purchaseId', '=', 'purchases.id')
          .orderBy('position'),
      ).as('answers'),
      jsonArrayFrom(
        sale
          .selectFrom('purchaseTransitionsView as purchaseTransitions')
          .select(['purchaseTransitions.status', 'cause', 'event'])
          .select(sql<number>`(extract(epoch from at) * 1000)::bigint`.as('at'))
          .whereRef('purchaseTransitions.purchaseId', '=', 'purchases.id')
          .orderBy('purchaseTransitions.id'),
      ).as('history'),
      jsonArrayFrom(
        sale
          .selectFrom('refundsView as refunds')
          .select([
            'refunds.id',
            'refunds.status',
            'refunds.amount as total',
            'refunds.taxAmount',
            'refunds.reason',
            sql<number>`(extract(epoch from created_at) * 1000)::bigint`.as('createdAt'),
          ])
          .whereRef('refunds.purchaseId', '=', 'purchases.id')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        sale
          .selectFrom('disputesView as disputes')
          .select(['disputes.id', 'disputes.status', 'disputes.reason', 'disputes.amount as total'])
          .select([
            'disputes.currency',
            sql<number | null>`(extract(epoch from evidence_due_at) * 1000)::bigint`.as('evidenceDueAt'),
            sql<number>`(extract(epoch from disputes.created_at) * 1000)::bigint`.as('createdAt'),
          ])
          .whereRef('disputes.purchaseId', '=', 'purchases.id')
          .orderBy('disputes.createdAt', 'desc'),
      ).as('disputes'),
    ])
    .where('purchases.sellerId', '=', sellerId)
    .where('purchases.id', '=', id)
    .executeTakeFirst()
}

/** Paid totals by currency, in minor units. */
export async function sumSales(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('purchasesView as purchases')
    .select([
      'currency',
      sql<number>`count(*)`.as('purchases'),
      sql<number>`sum(total)::bigint`.as('total'),
      sql<number>`sum(tax_amount)::bigint`.as('taxAmount'),
      sql<number>`coalesce(sum((
        select sum(refunds.amount) from refunds_view as refunds
        where refunds.purchase_id = purchases.id and refunds.status = 'succeeded'
      )), 0)::bigint`.as('refunded'),
    ])
    .where('sellerId', '=', sellerId)
    .where('status', 'in', ['paid', 'partially_refunded', 'refunded'])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}
