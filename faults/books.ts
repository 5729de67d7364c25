import { z } from 'zod'
import { promiseOf } from './buyer.ts'
import type { ProviderObject } from './provider.ts'
import type { Shop } from './shop.ts'

const purchase = z.object({
  id: z.string(),
  key: z.string(),
  status: z.string(),
  total: z.coerce.number(),
  currency: z.string(),
  account: z.string(),
  intent: z.string().nullable(),
  isDue: z.boolean(),
  timesPaid: z.coerce.number(),
  receipts: z.coerce.number(),
  mails: z.coerce.number(),
  /** The amounts of completed refunds in minor units, smallest first. */
  refunds: z.array(z.coerce.number()),
  openRefunds: z.coerce.number(),
})
type Purchase = z.output<typeof purchase>

const purchasesQuery = `
  select id, idempotency_key as key, status, total, currency, stripe_account_id as account,
    payment_intent_id as intent, next_check_at is not null as "isDue",
    (
      select count(*) from purchase_transitions t
      where t.purchase_id = p.id and t.status = 'paid' and t.event is null
    ) as "timesPaid",
    (select count(*) from mails m where m.purchase_id = p.id and m.kind in ('receipt', 'renewal')) as receipts,
    (select count(*) from mails m where m.purchase_id = p.id and m.kind not in
      ('refund', 'dispute', 'payment_processing', 'payment_returned', 'subscription_ended', 'price_changed')
      and m.kind not like 'withdrawal%') as mails,
    array(select amount from refunds r where r.purchase_id = p.id and r.status = 'succeeded' order by amount) as refunds,
    (select count(*) from refunds r where r.purchase_id = p.id and r.status = 'pending') as "openRefunds"
  from purchases p`

const subscription = z.object({
  id: z.string(),
  order: z.string(),
  status: z.string(),
  isPaid: z.boolean(),
  paidCycles: z.number(),
  isTrial: z.boolean(),
  isPaidEarly: z.boolean(),
  isBeingPaidEarly: z.boolean(),
  renewals: z.coerce.number(),
})
type Subscription = z.output<typeof subscription>

const subscriptionsQuery = `
  select s.id, s.order_id as order, s.status, s.paid_cycles as "paidCycles", p.status = 'paid' as "isPaid",
    s.trial_days > 0 as "isTrial", s.payoff_purchase_id is not null as "isBeingPaidEarly",
    exists (select from purchases r where r.order_id = p.id and r.kind = 'payoff' and r.status = 'paid') as "isPaidEarly",
    (select count(*) from purchases r where r.order_id = p.id and r.kind = 'renewal') as renewals
  from subscriptions s join purchases p on p.id = s.order_id`

/** Withdrawals that are not yet matched with a purchase, or not yet fully refunded. */
const withdrawalsQuery = `
  select id from withdrawals w
  where kind = 'withdrawal' and refused_for is null and (
    (confirmed_at is null and next_check_at is not null) or exists (
      select from withdrawn_purchases c join purchases p on p.id = c.purchase_id
      where c.withdrawal_id = w.id and p.total > coalesce(
        (select sum(amount) from refunds r where r.purchase_id = p.id and r.status = 'succeeded'), 0)))`

/** Coupon uses whose state does not match their purchase, and coupons with a wrong count of uses. */
const placesQuery = `
  select c.id from coupons c
  where c.taken <> (select count(*) from redemptions r where r.coupon_id = c.id and r.state <> 'released')
    or exists (
      select from redemptions r join purchases p on p.id = r.purchase_id
      where r.coupon_id = c.id and r.state <> case
        when p.status in ('paid', 'partially_refunded') then 'used'
        when p.status in ('failed', 'canceled', 'refunded') then 'released' else 'held' end)`

/**
 * Stocks whose count differs from the items that purchases reserve, and reservations that do not match their purchase's
 * state.
 */
const piecesQuery = `
  select s.id from stocks s
  where s.taken <> coalesce((select sum(quantity) from stock_holds h where h.stock_id = s.id and h.is_held), 0)
    or exists (
      select from stock_holds h join purchases p on p.id = h.purchase_id
      where h.stock_id = s.id and h.is_held <> (p.status not in ('failed', 'canceled')))`

/** Offers that were paid more than once for the same order. */
const chargedTwiceQuery = `
  select p.order_id as order, count(*) from purchases p join purchase_lines l on l.purchase_id = p.id
  where p.kind = 'offer' and p.status in ('paid', 'partially_refunded', 'refunded')
  group by p.order_id, l.offer_id, l.bump_id having count(*) > 1`

/**
 * Compares the product's records with the provider's and with the responses buyers got, and returns every difference as
 * text. Charges and refunds must match paid purchases one to one, nothing may remain unsettled or reserved, each paid
 * purchase must have exactly one receipt, no key may be charged twice, and no buyer may have got a wrong response.
 */
export async function reconcileAccounts(shop: Shop): Promise<string[]> {
  const { provider, store } = shop
  const [charges, intents] = [await provider.list('charges'), await provider.list('payment_intents')]
  const purchases = await store.query(purchase, purchasesQuery)
  const refunds = await provider.list('refunds')
  const events = await store.query(
    z.object({ id: z.string(), type: z.string(), attempts: z.number() }),
    'select id, type, attempts from webhook_events where done_at is null',
  )
  const differences = await store.query(z.object({ kind: z.string() }), 'select kind from book_differences')
  const subscriptions = await store.query(subscription, subscriptionsQuery)
  const begun = (await provider.list('subscriptions')).filter(
    ({ status }) => status === 'active' || status === 'trialing',
  )
  const chargedTwice = await store.query(z.object({ order: z.string() }), chargedTwiceQuery)
  const stuck = await store.query(z.object({ id: z.string() }), withdrawalsQuery)
  const misplaced = await store.query(z.object({ id: z.string() }), placesQuery)
  const miscounted = await store.query(z.object({ id: z.string() }), piecesQuery)
  const intentsById = new Map(intents.map((intent) => [intent.id, intent]))
  const purchasesById = new Map(purchases.map((one) => [one.id, one]))
  const purchasesByIntent = new Map(purchases.map((one) => [one.intent, one]))
  const purchasesByKey = Map.groupBy(purchases, ({ key }) => key)
  const refundsByIntent = Map.groupBy(refunds, (one) => one.payment_intent ?? '')
  const begunByOrder = Map.groupBy(begun, ({ metadata }) => metadata?.['purchase'] ?? '')
  const chargesOf = new Map<string, ProviderObject[]>()
  for (const charge of charges.filter(({ status }) => status === 'succeeded')) {
    // The PaymentIntent of a subscription's invoice does not contain a purchase id.
    const named = intentsById.get(charge.payment_intent ?? '')?.metadata?.['purchase']
    const id = named ?? purchasesByIntent.get(charge.payment_intent ?? '')?.id ?? 'none'
    chargesOf.set(id, [...(chargesOf.get(id) ?? []), charge])
  }
  return [
    ...[...chargesOf].flatMap(([id, own]) => compareCharges(own, purchasesById.get(id))),
    ...purchases.flatMap((one) => comparePurchase(one, chargesOf.get(one.id)?.length ?? 0, intentsById)),
    ...purchases.flatMap((one) => compareRefunds(one, refundsByIntent.get(one.intent ?? '') ?? [])),
    ...subscriptions.flatMap((one) => compareSubscription(one, begunByOrder.get(one.order) ?? [])),
    ...chargedTwice.map(({ order }) => `an offer of order ${order} was charged more than once`),
    ...events.map((one) => `event ${one.id} (${one.type}) is not done after ${one.attempts} attempts`),
    ...misplaced.map(({ id }) => `coupon ${id} counts uses it does not have`),
    ...miscounted.map(({ id }) => `stock ${id} counts pieces it does not have`),
    ...stuck.map(({ id }) => `withdrawal ${id} is not completed`),
    ...differences.map(({ kind }) => `the product itself found a difference: ${kind}`),
    ...[...shop.answers].flatMap(([key, answers]) => {
      const promises = answers.map(promiseOf)
      return compareAnswers(key, promises, purchasesByKey.get(key) ?? [])
    }),
  ]
}

function compareCharges(charges: readonly ProviderObject[], own: Purchase | undefined): string[] {
  return charges.flatMap((charge) => {
    const name = `charge ${charge.id} of ${charge.amount} ${charge.currency}`
    if (own === undefined) return [`${name} has no purchase`]
    const agrees =
      own.total === charge.amount &&
      own.currency === charge.currency &&
      own.account === charge.account &&
      (!isPaid(own) || own.intent === charge.payment_intent)
    return [
      ...(isPaid(own) ? [] : [`${name} belongs to ${describe(own)}`]),
      ...(agrees
        ? []
        : [`${name} on ${charge.account} (${charge.payment_intent}) differs from ${describe(own)}`]),
    ]
  })
}

function comparePurchase(
  own: Purchase,
  charges: number,
  intents: ReadonlyMap<string, ProviderObject>,
): string[] {
  const wasPaid = isPaid(own)
  const expected = wasPaid && own.total > 0 ? 1 : 0
  const intent = intents.get(own.intent ?? '')?.status
  const isOpen = !wasPaid && intent !== undefined && intent !== 'canceled'
  return [
    ...(['created', 'unknown', 'requires_action', 'processing'].includes(own.status)
      ? [`${describe(own)} is unsettled`]
      : []),
    ...(charges > 1 || (wasPaid && charges !== expected) ? [`${describe(own)} has ${charges} charges`] : []),
    ...(own.timesPaid > 1 ? [`${describe(own)} became paid ${own.timesPaid} times`] : []),
    ...(own.receipts === Number(wasPaid) && own.mails === own.receipts
      ? []
      : [`${describe(own)} has ${own.receipts} receipts and ${own.mails} mails`]),
    ...(own.isDue ? [`${describe(own)} is still due for a check`] : []),
    ...(isOpen ? [`${describe(own)} left its PaymentIntent ${intent}`] : []),
  ]
}

function compareRefunds(own: Purchase, ofIntent: readonly ProviderObject[]): string[] {
  const given = ofIntent
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount }) => amount ?? 0)
    .toSorted((a, b) => a - b)
  const sum = given.reduce((total, amount) => total + amount, 0)
  const status = sum === 0 ? 'paid' : sum < own.total ? 'partially_refunded' : 'refunded'
  return [
    ...(given.join() === own.refunds.join()
      ? []
      : [`${describe(own)} has refunds of ${own.refunds.join()}, the provider of ${given.join()}`]),
    ...(sum > own.total ? [`${describe(own)} gave back ${sum}`] : []),
    ...(isPaid(own) && own.status !== status ? [`${describe(own)} should be ${status}`] : []),
    ...(own.openRefunds > 0 ? [`${describe(own)} has a refund that is not settled`] : []),
  ]
}

function isPaid({ status }: Purchase): boolean {
  return ['paid', 'partially_refunded', 'refunded'].includes(status)
}

/**
 * A paid order must have exactly one running subscription that matches the provider's, unless its remaining
 * installments were paid early. Any other order must have none. Plans without an early payoff keep renewing.
 */
function compareSubscription(own: Subscription, begun: readonly ProviderObject[]): string[] {
  const goesOn = own.isPaid && !own.isPaidEarly
  const first = own.isPaid && !own.isTrial ? 1 : 0
  const running = own.isTrial ? 'trialing' : 'active'
  const status = goesOn ? running : own.isPaid ? 'canceled' : 'incomplete_expired'
  const isRight =
    begun.length === Number(goesOn) && own.paidCycles === first + own.renewals && own.status === status
  const isHeld = goesOn && (own.isBeingPaidEarly || begun.some((one) => one.cancel_at_period_end === true))
  const state = `${own.status}, ${own.paidCycles} paid`
  return [
    ...(isRight
      ? []
      : [`subscription ${own.id} of ${own.order} (${state}) has ${begun.length} at the provider`]),
    ...(isHeld ? [`subscription ${own.id} is held for an early payment that does not exist`] : []),
  ]
}

function compareAnswers(
  key: string,
  promises: readonly ('paid' | 'not charged' | undefined)[],
  purchases: readonly Purchase[],
): string[] {
  const wasPaid = purchases.some(isPaid)
  return [
    ...(purchases.length > 1 ? [`key ${key} made ${purchases.length} purchases`] : []),
    ...(promises.includes('paid') && !wasPaid
      ? [`the buyer of ${key} got word of a payment that does not exist`]
      : []),
    ...(promises.includes('not charged') && wasPaid
      ? [`the answer to the buyer of ${key} says that nothing was charged, but it was`]
      : []),
  ]
}

function describe({ id, status, total, currency, intent }: Purchase): string {
  return `purchase ${id} (${status}, ${total} ${currency}, ${intent ?? 'no intent'})`
}
