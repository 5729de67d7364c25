import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { isId } from '#foundation/db/new-id.ts'
import { emailHas, everyWord, hasPart, nameHas } from '#foundation/db/search.ts'
import { type PlacedScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { soughtNumbers } from '#payments/invoices/sought-numbers.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import {
  type SaleFilter,
  type SoughtStatus,
  type SoughtSubscription,
} from '#selling/list-filters/sale-filter.ts'

/** A search (`q`, empty for all) and filter of purchases. */
export type SoughtSales = Omit<SaleFilter, 'from' | 'to' | 'zone'> & {
  readonly q: string
  readonly since: Date | null
  /** Excluded. */
  readonly until: Date | null
}

export const nothingSought: SoughtSales = { q: '', since: null, until: null }

export function isAll(sought: SoughtSales): boolean {
  return Object.values(sought).every((value) => value === '' || value === null || value === undefined)
}

/** The time at which a purchase counts, as in the index. */
export const countsAt = sql<Date>`coalesce(purchases.paid_at, purchases.created_at)`

/** Whether the filter's days apply to the purchases themselves. If so, the list is ordered by the purchases' time. */
export function isByTime({ since, until, status }: SoughtSales): boolean {
  return (since !== null || until !== null) && status !== 'returned'
}

/**
 * The condition for matching `purchases` of a scope. Each part has an index with the seller's rows in the order of
 * the list.
 */
export function isSought(scope: PlacedScope, sought: SoughtSales): Expression<SqlBool> {
  const { q, customer, form, price, status, kind, subscription, currency, source, campaign } = sought
  // Statuses and kinds are written into the statement, so that the planner knows how rare they are.
  const conditions = [
    withinScope('purchases.sellerId', scope),
    ...(q === '' ? [] : [isFound(scope, q)]),
    ...(customer === undefined ? [] : [sql`purchases.customer_id = ${customer}`]),
    ...(form === undefined ? [] : [sql`purchases.form_id = ${form}`]),
    ...(price === undefined ? [] : [isAtPrice(price, form)]),
    ...(status === undefined ? [] : [hasStatus(scope, sought, status)]),
    ...(kind === undefined ? [] : [sql`purchases.kind = ${sql.lit(kind)}`]),
    ...(subscription === undefined ? [] : [beganSubscription(scope, subscription)]),
    ...(currency === undefined ? [] : [sql`purchases.currency = ${currency}`]),
    ...(source === undefined
      ? []
      : [sql`purchases.source is not null and ${sourceOf(sql.ref('purchases.source'))} = ${source}`]),
    ...(campaign === undefined
      ? []
      : [sql`purchases.source is not null and purchases.source ->> 'campaign' = ${campaign}`]),
    ...(isByTime(sought) ? [isWithin(sought, countsAt)] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The name of a purchase's source, as in the index. */
export function sourceOf(source: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`coalesce(${source} ->> 'source', ${source} ->> 'ref')`
}

/** Whether a purchase comes after a given one in the filtered list. */
export function comesAfter(scope: PlacedScope, sought: SoughtSales, id: string): Expression<SqlBool> {
  if (!isByTime(sought)) return sql<SqlBool>`purchases.id < ${id}`
  return sql<SqlBool>`(${countsAt}, purchases.id) < ((
    select coalesce(last.paid_at, last.created_at) from purchases_view last
    where last.id = ${id} and ${withinScope('last.sellerId', scope)}
  ), ${id})`
}

/** Whether a time is within the filter's days. */
export function isWithin({ since, until }: SoughtSales, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${since}::timestamptz is null or ${at} >= ${since}) and (${until}::timestamptz is null or ${at} < ${until})`
}

const intentShape = /^pi_\w+$/
const invoiceShape = /^(\d{4})(\d\d)(\d\d)[-\s]([0-9a-f]{8})$/i
const endOfId = /^[0-9a-f]{8}$/i

/**
 * The minimum number of letters to search company names. Fewer letters would match most names and could not use an
 * index.
 */
const leastOfCompany = 3
/**
 * The maximum number of purchases found by the company on the invoice, or by an answer. No more can be added up within
 * a request.
 */
const mostOfCompany = 100_000

/**
 * A complete number from an invoice, a receipt or Stripe finds its purchase, and so do the last digits of an invoice
 * number. Words find buyers and companies on invoices, and the beginning of an answer finds the purchase with that
 * answer.
 */
function isFound(scope: PlacedScope, q: string): RawBuilder<unknown> {
  const { plain: number, numbers, digits } = soughtNumbers(q)
  if (isId(q)) return sql`purchases.id = ${q.toLowerCase()}`
  if (intentShape.test(q)) return sql`purchases.payment_intent_id = ${q}`
  const [, year, month, day, end = ''] = invoiceShape.exec(number) ?? []
  const paidOn = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (!Number.isNaN(paidOn.getTime())) {
    return sql`${countsAt} >= ${paidOn} and ${countsAt} < ${paidOn}::timestamptz + interval '24 hours'
      and purchases.id::text like ${`%${end.toLowerCase()}`} and purchases.paid_at is not null`
  }
  const hasWord = (word: string) =>
    sql`(${sql.join([isOfBuyer(word), ...(word.length < leastOfCompany ? [] : [isMadeOutTo(scope, word)])], sql` or `)})`
  const further = [
    ...(q.length < leastOfCompany ? [] : [hasAnswered(scope, q)]),
    ...hasDocument(
      scope,
      numbers.filter((one) => seriesNumber.test(one) && (one === q || one.length >= leastOfLabeled)),
    ),
    ...(digits !== null && /^0\d\d/.test(digits) ? [hasDigits(scope, digits)] : []),
  ]
  const hasWords = sql`(${sql.join([everyWord(q, hasWord), ...further], sql` or `)})`
  if (isId(number)) return sql`(${hasWords} or purchases.id = ${number.toLowerCase()})`
  if (!endOfId.test(number)) return hasWords
  return sql`(${hasWords}
    or (right(purchases.id::text, 8) = ${number.toLowerCase()} and purchases.paid_at is not null))`
}

/** A number of an invoice series. */
const seriesNumber = /^(?=.*\d)[\p{L}\p{N}./_-]{1,40}$/u
/** The minimum length of a number after a label. In "Course 2", the number is not an invoice number. */
const leastOfLabeled = 4

function hasDocument(scope: PlacedScope, numbers: readonly string[]): RawBuilder<unknown>[] {
  if (numbers.length === 0) return []
  const isIt = sql`documents.number in (${sql.join(numbers)})`
  return [isOnDocument(isIt, scope)]
}

/** The last digits of a number, with the leading zeros that only invoices have. */
function hasDigits(scope: PlacedScope, digits: string): RawBuilder<unknown> {
  return isOnDocument(
    sql`documents.sequence = ${Number(digits)} and right(documents.number, ${digits.length}) = ${digits}`,
    scope,
  )
}

function isOnDocument(isIt: RawBuilder<unknown>, scope: PlacedScope): RawBuilder<unknown> {
  return sql`purchases.id = any(array(
    select documents.purchase_id from invoices_view as documents
    where ${isIt} and ${withinScope('documents.sellerId', scope)}
    limit ${sql.lit(mostOfCompany)}
  ))`
}

function isOfBuyer(word: string): RawBuilder<unknown> {
  return sql`${emailHas(sql`purchases.email`, word)} or ${nameHas(sql`purchases.name`, word)}`
}

function isMadeOutTo(scope: PlacedScope, word: string): RawBuilder<unknown> {
  return sql`purchases.id = any(array(
    select buyer_details.purchase_id from buyer_details_view as buyer_details
    join purchases_view invoiced on invoiced.id = buyer_details.purchase_id
    where ${hasPart(sql`buyer_details.name`, word)} and ${withinScope('invoiced.sellerId', scope)}
    limit ${sql.lit(mostOfCompany)}
  ))`
}

/** Whether an answered text or phone number begins like this. */
function hasAnswered(scope: PlacedScope, q: string): RawBuilder<unknown> {
  const pattern = `${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`purchases.id = any(array(
    select purchase_answers.purchase_id from purchase_answers_view as purchase_answers
    where purchase_answers.kind in ('text', 'phone')
      and lower(purchase_answers.answer #>> '{}') like ${pattern} and ${withinScope('purchase_answers.sellerId', scope)}
    limit ${sql.lit(mostOfCompany)}
  ))`
}

/** Statuses of unpaid purchases, which have an index. */
export const unpaid = sql`(${sql.join(
  purchaseStatuses.filter((status) => !wasPaid(status)).map((status) => sql.lit(status)),
)})`

/** A form's original price has the form's id. Sales from before the form had several prices have no price id. */
function isAtPrice(price: string, form: string | undefined): RawBuilder<unknown> {
  return price === form
    ? sql`coalesce(purchases.price_id, purchases.form_id) = ${price}`
    : sql`purchases.price_id = ${price}`
}

function hasStatus(scope: PlacedScope, sought: SoughtSales, status: SoughtStatus): RawBuilder<unknown> {
  const own = (column: string) => withinScope(column, scope)
  if (status === 'sold') return sql`purchases.paid_at is not null`
  if (status === 'disputed') {
    return sql`purchases.id in (select purchase_id from disputes_view as disputes where ${own('disputes.sellerId')})`
  }
  if (status === 'returned') {
    return sql`purchases.id in (
      select refunds.purchase_id from purchases_view given join refunds_view as refunds on refunds.purchase_id = given.id
      where ${own('given.sellerId')} and given.status in ('partially_refunded', 'refunded')
        and refunds.status = 'succeeded' and ${isWithin(sought, sql`refunds.created_at`)}
      union all
      select disputes.purchase_id from disputes_view as disputes
      where ${own('disputes.sellerId')} and ${isTakenBackRow} and ${isWithin(sought, sql`disputes.created_at`)}
    )`
  }
  return sql`purchases.status = ${sql.lit(status)}`
}

/** Whether one of `subscriptions` was canceled and runs until the end of its trial or paid time. */
export const isCanceling = sql`(subscriptions.cancellation is distinct from 'resume'
  and (subscriptions.cancel_at_period_end or subscriptions.cancellation is not null))`

const isOf: Readonly<Record<SoughtSubscription, RawBuilder<unknown>>> = {
  active: sql`status = 'active' and not ${isCanceling}`,
  trialing: sql`status = 'trialing' and not ${isCanceling}`,
  paused: sql`status = 'paused' and not ${isCanceling}`,
  canceling: sql`status in ('trialing', 'active', 'paused') and ${isCanceling}`,
  past_due: sql`status in ('past_due', 'unpaid')`,
}

function beganSubscription(scope: PlacedScope, standing: SoughtSubscription): RawBuilder<unknown> {
  return sql`purchases.id in (
    select order_id from subscriptions_view as subscriptions
    where ${withinScope('subscriptions.sellerId', scope)} and ${isOf[standing]}
  )`
}

/** Converts a search and filter from the API, with the first and last moment of its days. */
export async function readFilter(query: SaleFilter & { readonly q: string }): Promise<SoughtSales> {
  const { q, customer, form, price, status, kind, subscription, currency, source, campaign } = query
  const days = await instantsOf(query)
  const origin = { source, campaign }
  return { q, customer, form, price, status, kind, subscription, currency, ...origin, ...days }
}

async function instantsOf({ from, to, zone }: SaleFilter): Promise<Pick<SoughtSales, 'since' | 'until'>> {
  if (from === undefined && to === undefined) return { since: null, until: null }
  // Loaded with the first filter by days, because nothing else here needs this library.
  const { daysAsInstants } = await import('#selling/sales/dashboard/periods.ts')
  const instants = daysAsInstants({ from, to }, zone)
  const asDate = (instant: number | null) => (instant === null ? null : new Date(instant))
  return { since: asDate(instants.from), until: asDate(instants.to) }
}
