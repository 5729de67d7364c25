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
})
type Purchase = z.output<typeof purchase>

const purchasesQuery = `
  select id, idempotency_key as key, status, total, currency, stripe_account_id as account,
    payment_intent_id as intent, next_check_at is not null as "isDue",
    (select count(*) from purchase_transitions t where t.purchase_id = p.id and t.status = 'paid') as "timesPaid",
    (select count(*) from mails m where m.purchase_id = p.id and m.kind = 'receipt') as receipts,
    (select count(*) from mails m where m.purchase_id = p.id) as mails
  from purchases p`

const subscription = z.object({
  id: z.string(),
  order: z.string(),
  status: z.string(),
  isPaid: z.boolean(),
  paidCycles: z.number(),
})
type Subscription = z.output<typeof subscription>

const subscriptionsQuery = `
  select s.id, s.order_id as order, s.status, s.paid_cycles as "paidCycles", p.status = 'paid' as "isPaid"
  from subscriptions s join purchases p on p.id = s.order_id`

/**
 * Compares the product's books with the provider's, and with what the buyers were told. Answers every difference in
 * words; nothing when all agree: each succeeded charge has one paid purchase of the same amount, currency and account
 * and the other way round, nothing is unsettled or still looked at, each paid purchase has one receipt and no other
 * has any, no key charged twice, every stored event is done, and no buyer was told what is not so.
 */
export async function compareBooks(shop: Shop): Promise<string[]> {
  const { provider, store } = shop
  const [charges, intents] = [await provider.list('charges'), await provider.list('payment_intents')]
  const purchases = await store.query(purchase, purchasesQuery)
  const events = await store.query(
    z.object({ id: z.string(), type: z.string(), attempts: z.number() }),
    'select id, type, attempts from webhook_events where done_at is null',
  )
  const differences = await store.query(z.object({ kind: z.string() }), 'select kind from book_differences')
  const subscriptions = await store.query(subscription, subscriptionsQuery)
  const begun = (await provider.list('subscriptions')).filter(({ status }) => status === 'active')
  const intentsById = new Map(intents.map((intent) => [intent.id, intent]))
  const purchasesById = new Map(purchases.map((one) => [one.id, one]))
  const chargesOf = new Map<string, ProviderObject[]>()
  for (const charge of charges.filter(({ status }) => status === 'succeeded')) {
    // The PaymentIntent of a subscription's invoice bears no purchase's id.
    const named = intentsById.get(charge.payment_intent ?? '')?.metadata?.['purchase']
    const id = named ?? purchases.find(({ intent }) => intent === charge.payment_intent)?.id ?? 'none'
    chargesOf.set(id, [...(chargesOf.get(id) ?? []), charge])
  }
  return [
    ...[...chargesOf].flatMap(([id, own]) => compareCharges(own, purchasesById.get(id))),
    ...purchases.flatMap((one) => comparePurchase(one, chargesOf.get(one.id)?.length ?? 0, intentsById)),
    ...subscriptions.flatMap((one) => compareSubscription(one, begun)),
    ...events.map((one) => `event ${one.id} (${one.type}) is not done after ${one.attempts} attempts`),
    ...differences.map(({ kind }) => `the product found a difference itself: ${kind}`),
    ...[...shop.answers].flatMap(([key, answers]) => {
      const promises = answers.map(promiseOf)
      return compareAnswers(
        key,
        promises,
        purchases.filter((one) => one.key === key),
      )
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
      (own.status !== 'paid' || own.intent === charge.payment_intent)
    return [
      ...(own.status === 'paid' ? [] : [`${name} belongs to ${describe(own)}`]),
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
  const isPaid = own.status === 'paid'
  const expected = isPaid && own.total > 0 ? 1 : 0
  const intent = intents.get(own.intent ?? '')?.status
  const isOpen = !isPaid && intent !== undefined && intent !== 'canceled'
  return [
    ...(['created', 'unknown', 'requires_action'].includes(own.status)
      ? [`${describe(own)} is unsettled`]
      : []),
    ...(charges > 1 || (isPaid && charges !== expected) ? [`${describe(own)} has ${charges} charges`] : []),
    ...(own.timesPaid > 1 ? [`${describe(own)} became paid ${own.timesPaid} times`] : []),
    ...(own.receipts === Number(isPaid) && own.mails === own.receipts
      ? []
      : [`${describe(own)} has ${own.receipts} receipts and ${own.mails} mails`]),
    ...(own.isDue ? [`${describe(own)} is still looked at`] : []),
    ...(isOpen ? [`${describe(own)} left its PaymentIntent ${intent}`] : []),
  ]
}

/** A paid order has one subscription that goes on, compared with the provider; any other order has none. */
function compareSubscription(own: Subscription, begun: readonly ProviderObject[]): string[] {
  const count = begun.filter(({ metadata }) => metadata?.['purchase'] === own.order).length
  const expected = own.isPaid ? 1 : 0
  const status = own.isPaid ? 'active' : 'incomplete_expired'
  const isRight = count === expected && own.paidCycles === expected && own.status === status
  const state = `${own.status}, ${own.paidCycles} paid`
  return isRight ? [] : [`subscription ${own.id} of ${own.order} (${state}) has ${count} at the provider`]
}

function compareAnswers(
  key: string,
  promises: readonly ('paid' | 'not charged' | undefined)[],
  purchases: readonly Purchase[],
): string[] {
  const isPaid = purchases.some(({ status }) => status === 'paid')
  return [
    ...(purchases.length > 1 ? [`key ${key} made ${purchases.length} purchases`] : []),
    ...(promises.includes('paid') && !isPaid
      ? [`the buyer of ${key} was told of a payment that is none`]
      : []),
    ...(promises.includes('not charged') && isPaid
      ? [`the buyer of ${key} was told that nothing was charged, and it was`]
      : []),
  ]
}

function describe({ id, status, total, currency, intent }: Purchase): string {
  return `purchase ${id} (${status}, ${total} ${currency}, ${intent ?? 'no intent'})`
}
