import { type ExpressionBuilder, type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { type PlaceOf, type Places, prepareColumns, type Value } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { mailOfMoved } from '#foundation/mail/outbox.ts'
import type { PurchaseEvent, PurchaseStatus } from '#foundation/db/tables/purchases.ts'
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
    | 'applicationFeeAmount'
    | 'failureReason'
    | 'failureMessage'
    | 'nextCheckAt'
    | 'paidAt'
  >
> & { readonly status: PurchaseStatus; readonly updatedAt: Date }

const firstCheckAfter = 5
const firstLookAtBankAfter = 60
/** How long a bank may have a payment, in seconds: the longest that any method's rules give it. */
const settlesWithin = 14 * 24 * 60 * 60

/** What an outcome changes of a purchase. */
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
        updatedAt: now,
        // A PaymentIntent that is left behind is closed by the reconciler, so that nobody can confirm it later.
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

/** What a token became. A payment method that the buyer's request named stays as it was named. */
function methodOf({ method }: PaymentIntent, { paymentMethodId }: Purchase) {
  if (method === null || method.type === null) return {}
  return {
    paymentMethodType: method.type,
    ...(paymentMethodId === null ? { paymentMethodId: method.id } : {}),
  }
}

/** An answer that does not tell the card leaves what an earlier one told. */
function cardOf({ card }: PaymentIntent) {
  return card === null ? {} : { cardBrand: card.brand, cardLast4: card.last4 }
}

/**
 * Moves a purchase if its present state allows the move; undefined when it does not, and then nothing changed. What is
 * paid keeps what its seller's invoices and policy say at that moment, where their account is, and whose purchase it is. `happened` names in the
 * history what moved it, beside its payment. Its place of a coupon, and its pieces of a stock, move along.
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
 * Gives the place of a coupon back that an order kept while what it began went on, in the transaction in which that ends. The
 * order stays as it is meanwhile: a refund that comes at the same time is before this, or sees the end.
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
 * Makes a purchase paid and records its receipt, as `movePurchase` and `enqueueMail` would in a transaction, by one statement
 * that is a transaction by itself. For a purchase that has no place of a coupon and no pieces of a stock.
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
  /** The id of a customer who is not known yet. */
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

/** The statement that moves a purchase, and writes that down; what it moved is under the name `moved`. */
function moving(db: Kysely<Database>, change: Places<Change>, place: PlaceOf<Move>) {
  return db
    .with('buyer', (query) => {
      const [id, before, customer] = [place('id'), place('before'), place('customer')]
      return addCustomer(query, { id, before, customer, paidAt: change.paidAt ?? null })
    })
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
        .where('id', '=', place('id'))
        .where(isOneOf(place('before')))
        .returningAll(),
    )
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

/** What the seller has set now, the version that counts, and where they are. */
function presentOf<Column extends 'detailsId' | 'policyId' | 'accountCountry'>(column: Column) {
  return (purchase: ExpressionBuilder<Database, 'purchases'>) =>
    purchase
      .selectFrom('sellersView as sellers')
      .select(`sellers.${column}`)
      .whereRef('sellers.id', '=', 'purchases.sellerId')
}

/** A purchase that is about to be paid, if it is still in one of the states before; `paidAt` null: it is not. */
type Paying = {
  readonly id: Value<string>
  readonly before: Value<readonly PurchaseStatus[]>
  /** The id of a customer who is not known yet. */
  readonly customer: Value<string>
  readonly paidAt: Value<Date | null>
}

/**
 * Makes the buyer of a purchase a customer of its seller, for the statement that makes it paid, under the name `buyer`.
 * Known is who has the address that its mails go to: what belongs to an order whose address was corrected is of the same.
 * A customer who is known is only looked at, so that two purchases of one buyer wait for each other only at the very
 * first; and in a race for that, both get the same one.
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

/** Whether the state of a purchase is one of these, however many they are. */
function isOneOf(statuses: Value<readonly PurchaseStatus[]>) {
  return sql<boolean>`purchases.status = any(${statuses}::text[])`
}

/** The customer of a purchase that is being paid: the one just made, or the one who is known. */
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
