import { type ExpressionBuilder, type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import type { Decline } from '#foundation/card-provider/charged-card.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { type PlaceOf, type Places, prepareColumns, type Value } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { mailOfMoved } from '#foundation/mail/outbox.ts'
import type { PurchaseEvent, PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { invoiceOfMoved } from '#payments/invoices/due-invoices.ts'
import { followPurchase } from '#payments/coupons/redemptions.ts'
import { followStock } from '#payments/stock/stock.ts'
import { mailAddress, movedMailAddress } from '#payments/purchases/records/purchase-columns.ts'
import { abandonedAfter, type MovedBy, type Purchase, statesBefore } from '../purchase.ts'
import type { Outcome } from './outcome.ts'
import type { Happened } from './record-event.ts'

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
    | 'cardCountry'
    | 'applicationFeeAmount'
    | 'failureReason'
    | 'failureMessage'
    | 'adviceCode'
    | 'nextCheckAt'
    | 'paidAt'
  >
> & { readonly status: PurchaseStatus; readonly updatedAt: Date }

const firstCheckAfter = 5
const firstLookAtBankAfter = 60
/** How long a bank can process a payment, in seconds: the longest time that any method's rules allow. */
const settlesWithin = 14 * 24 * 60 * 60

export function changeOf(purchase: Purchase, outcome: Outcome, now: Date): Change {
  const idsOf = (intent: PaymentIntent | null) => idsIn(intent, purchase)
  switch (outcome.status) {
    case 'paid':
      return {
        status: 'paid',
        ...idsOf(outcome.intent),
        ...(outcome.intent === null ? {} : { applicationFeeAmount: outcome.intent.applicationFeeAmount }),
        failureReason: null,
        failureMessage: null,
        adviceCode: null,
        paidAt: now,
        updatedAt: now,
        nextCheckAt: null,
      }
    case 'requires_action':
      return {
        status: 'requires_action',
        ...idsOf(outcome.intent),
        updatedAt: now,
        nextCheckAt: secondsAfter(now, abandonedAfter(purchase)),
      }
    case 'processing':
      return {
        status: 'processing',
        ...idsOf(outcome.intent),
        settlesBy: secondsAfter(now, settlesWithin),
        updatedAt: now,
        nextCheckAt: secondsAfter(now, firstLookAtBankAfter),
      }
    case 'failed':
      return {
        status: 'failed',
        ...(outcome.paymentIntentId === null ? {} : { paymentIntentId: outcome.paymentIntentId }),
        failureReason: outcome.reason,
        failureMessage: outcome.message,
        ...declinedCard(outcome.decline ?? null),
        updatedAt: now,
        // The reconciler closes an abandoned PaymentIntent, so that it cannot be confirmed later.
        nextCheckAt: outcome.paymentIntentId === null ? null : now,
      }
    case 'canceled':
      return { status: 'canceled', ...idsOf(outcome.intent), updatedAt: now, nextCheckAt: null }
    case 'unknown':
      return { status: 'unknown', updatedAt: now, nextCheckAt: secondsAfter(now, firstCheckAfter) }
  }
}

function idsIn(intent: PaymentIntent | null, purchase: Purchase) {
  if (intent === null) return {}
  const { id: paymentIntentId, customerId: stripeCustomerId } = intent
  return { paymentIntentId, stripeCustomerId, ...cardOf(intent), ...methodOf(intent, purchase) }
}

/** A payment method from the request stays recorded. */
function methodOf({ method }: PaymentIntent, { paymentMethodId }: Purchase) {
  if (method === null || method.type === null) return {}
  return {
    paymentMethodType: method.type,
    ...(paymentMethodId === null ? { paymentMethodId: method.id } : {}),
  }
}

function cardOf({ card }: Pick<PaymentIntent, 'card'>) {
  if (card === null) return {}
  return { cardBrand: card.brand, cardLast4: card.last4, cardCountry: card.country }
}

function declinedCard(decline: Decline | null) {
  return decline === null ? {} : { adviceCode: decline.adviceCode, ...cardOf(decline) }
}

/**
 * Changes the state of a purchase if its current state allows that; otherwise returns undefined, with nothing
 * changed. A paid purchase gets the seller's current invoice details and policy, the country of their
 * account, and its customer. `happened` is another cause for the history. The coupon's use and the stock
 * change together with it.
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
  const [event, subject] = [happened?.event ?? null, happened?.subject ?? null]
  const [moved] = await updatePurchase(tx, change, { id, before, customer: newId(), cause, event, subject })
  if (moved === undefined) return undefined
  await followPurchase(tx, moved)
  await followStock(tx, moved)
  return moved
}

/**
 * Releases the coupon's use that an order kept while its subscription continued, in the transaction that ends the
 * subscription. The order is locked, so that a concurrent refund either comes first or sees that the subscription has
 * ended.
 */
export async function followEnd(tx: Transaction<Database>, orderId: string): Promise<void> {
  const order = await tx
    .selectFrom('purchases')
    .select(['id', 'status', 'couponCode', 'updatedAt'])
    .where('id', '=', orderId)
    .forShare()
    .executeTakeFirstOrThrow()
  await followPurchase(tx, order)
}

/**
 * Marks a purchase paid and records its receipt in one SQL statement, without another transaction, like `movePurchase`
 * and `enqueueMail` together. Only for purchases without a coupon or stock.
 */
export async function markPaidInOneStatement(
  db: Kysely<Database>,
  id: string,
  change: Change,
  cause: string,
  at: Date,
): Promise<Purchase | undefined> {
  const before = statesBefore(change.status, 'payment')
  const move = { id, before, customer: newId(), cause, event: null, subject: null }
  const [moved] = await updateAndReceipt(db, change, { ...move, mail: newId(), at })
  return moved
}

type Move = {
  readonly id: string
  readonly before: readonly PurchaseStatus[]
  /** The id for a new customer, if the buyer is not one yet. */
  readonly customer: string
  readonly cause: string
  readonly event: PurchaseEvent | null
  readonly subject: string | null
}

const updatePurchase = prepareColumns((db, change: Places<Change>, place: PlaceOf<Move>) =>
  moving(db, change, place).selectFrom('moved').selectAll(),
)

type Receipt = { readonly mail: string; readonly at: Date }

const updateAndReceipt = prepareColumns((db, change: Places<Change>, place: PlaceOf<Move & Receipt>) =>
  moving(db, change, place)
    .with('told', () =>
      mailOfMoved('receipt', { id: place('mail'), recipient: movedMailAddress, at: place('at') }),
    )
    .selectFrom('moved')
    .selectAll(),
)

function moving(db: Kysely<Database>, change: Places<Change>, place: PlaceOf<Move>) {
  const isPaid = change.paidAt !== undefined
  return db
    .with('buyer', (query) => {
      const [id, before, customer] = [place('id'), place('before'), place('customer')]
      return addCustomer(query, { id, before, customer, paidAt: change.paidAt ?? null })
    })
    .with('moved', (query) =>
      query
        .updateTable('purchases')
        .set(change)
        .$if(isPaid, (update) =>
          update.set({
            sellerDetailsId: presentOf('detailsId'),
            policyId: presentOf('policyId'),
            accountCountry: presentOf('accountCountry'),
            customerId: customerOf,
          }),
        )
        .where('id', '=', place('id'))
        .where(isOneOf(place('before')))
        .returningAll(),
    )
    .with('invoiced', () => (isPaid ? invoiceOfMoved() : sql<object>`(select)`))
    .with('noted', (query) =>
      query
        .insertInto('purchaseTransitions')
        .columns(['purchaseId', 'status', 'cause', 'event', 'subject'])
        .expression(
          query
            .selectFrom('moved')
            .select(['id', 'status', sql<string>`${place('cause')}::text`.as('cause')])
            .select([
              sql<PurchaseEvent | null>`${place('event')}::text`.as('event'),
              sql<string | null>`${place('subject')}::text`.as('subject'),
            ]),
        ),
    )
}

function presentOf<Column extends 'detailsId' | 'policyId' | 'accountCountry'>(column: Column) {
  return (purchase: ExpressionBuilder<Database, 'purchases'>) =>
    purchase
      .selectFrom('sellersView as sellers')
      .select(`sellers.${column}`)
      .whereRef('sellers.id', '=', 'purchases.sellerId')
}

/** @property paidAt null if the purchase is not being paid */
type Paying = {
  readonly id: Value<string>
  readonly before: Value<readonly PurchaseStatus[]>
  readonly customer: Value<string>
  readonly paidAt: Value<Date | null>
}

/**
 * Makes the buyer a customer of the seller, as the part `buyer` of the query that marks the purchase paid. Customers
 * are identified by the email address that gets the purchase's emails, so that additions to an order with a corrected
 * address belong to the same customer. An existing customer is only read: two purchases of one buyer wait for each
 * other only the first time, and both get the same customer.
 */
function addCustomer(query: QueryCreator<Database>, { id, before, customer, paidAt }: Paying) {
  return query
    .insertInto('customers')
    .columns(['id', 'sellerId', 'emailKey', 'email', 'name', 'firstPaidAt'])
    .expression((from) =>
      from
        .selectFrom('purchases')
        .select(sql<string>`${customer}::uuid`.as('id'))
        .select(['sellerId', sql<string>`lower(${mailAddress})`.as('emailKey')])
        .select([mailAddress.as('email'), 'name'])
        .select(sql<Date>`${paidAt}::timestamptz`.as('firstPaidAt'))
        .where('id', '=', id)
        .where(isOneOf(before))
        .where(sql.lit(paidAt !== null))
        .where((purchase) => purchase.not(purchase.exists(existingCustomer(purchase)))),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['sellerId', 'emailKey'])
        .doUpdateSet({ emailKey: (taken) => taken.ref('excluded.emailKey') }),
    )
    .returning(sql<string>`coalesce(merged_into, id)`.as('id'))
}

function isOneOf(statuses: Value<readonly PurchaseStatus[]>) {
  return sql<boolean>`purchases.status = any(${statuses}::text[])`
}

function customerOf(purchase: ExpressionBuilder<Database, 'purchases'>) {
  return sql<string>`coalesce((select id from buyer), ${existingCustomer(purchase)})`
}

function existingCustomer(purchase: ExpressionBuilder<Database, 'purchases'>) {
  return purchase
    .selectFrom('customersView as customers')
    .select(sql<string>`coalesce(customers.merged_into, customers.id)`.as('id'))
    .whereRef('customers.sellerId', '=', 'purchases.sellerId')
    .where('customers.emailKey', '=', sql<string>`lower(${mailAddress})`)
}
