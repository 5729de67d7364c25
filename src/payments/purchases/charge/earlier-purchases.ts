import type { Services } from '#registry/services.ts'
import { readPayerKey } from '#payments/coupons/resolve-card.ts'
import type { Order } from './charge-purchase.ts'
import { abandonedAfter } from '../purchase.ts'
import { findPurchaseByKey, listEarlierPurchases, type EarlierPurchase } from '../store.ts'

/** What a buyer, known by email, has done with a form before. */
export type Earlier = {
  /** A request with the same key has come already. */
  readonly isKnownKey: boolean
  /** A payment of theirs is under way, and may still take money. A decline or a failed authentication is over. */
  readonly isUnsettled: boolean
  /** The same with their email, begun elsewhere with something else: it may be a stranger's. */
  readonly isUnsettledElsewhere: boolean
  /** They paid the form within the last two hours. */
  readonly isPaid: boolean
  /** A bank has an earlier payment of theirs for the form, and may have it for days. */
  readonly isWithBank: boolean
}

/** For so long a second purchase is taken for a possible mistake, in milliseconds. */
const repeatWindow = 2 * 60 * 60 * 1000

/** What was paid after this time asks the buyer whether a second purchase is meant. */
export function repeatsSince(now: Date): Date {
  return new Date(now.getTime() - repeatWindow)
}

/** A request to pay, as far as it tells whose it is: an email alone can be anybody's. */
type Asking = Pick<Order, 'formId' | 'idempotencyKey' | 'email'> & {
  /** As a digest; null where it is not known. */
  readonly network: string | null
  readonly means: string | null
}

/**
 * Looks at the purchase with the same key, and at those that this email has made of the form within the last two hours or
 * that a bank still has. Theirs are those from the same network or with the same card: whoever only types the address of
 * somebody else neither learns what that one bought, nor keeps them from paying.
 */
export async function findEarlier(services: Services, order: Asking): Promise<Earlier> {
  const now = services.clock.now()
  const purchases = await listEarlierPurchases(services.db, order, repeatsSince(now))
  const others = purchases.filter(({ idempotencyKey }) => idempotencyKey !== order.idempotencyKey)
  const counted = others.filter((one) => isUnsettled(one, now) || isBought(one))
  const isKnown = others.length < purchases.length
  // A request that is repeated is answered by what it led to.
  const own = isKnown ? [] : await ownOf(services, order, counted)
  return {
    isKnownKey: isKnown,
    isUnsettled: own.some((one) => isUnsettled(one, now)),
    isUnsettledElsewhere: counted.some((one) => !own.includes(one) && isUnsettled(one, now)),
    isPaid: own.some(({ status }) => status === 'paid' || status === 'partially_refunded'),
    isWithBank: own.some(({ status }) => status === 'processing'),
  }
}

/** Those of the same network, the same means, or the same card in other words, which only the provider tells. */
async function ownOf(
  services: Services,
  { network, means }: Asking,
  purchases: readonly EarlierPurchase[],
): Promise<readonly EarlierPurchase[]> {
  const isNear = (one: EarlierPurchase) =>
    one.network === null || one.network === network || (means !== null && meansOf(one) === means)
  const far = purchases.filter((one) => !isNear(one) && meansOf(one) !== null)
  const account = far[0]?.stripeAccountId
  if (account === undefined || means === null) return purchases.filter(isNear)
  const keyOf = (id: string) => payerKeyOf(services, account, id)
  const [asked, ...keys] = await Promise.all([
    keyOf(means),
    ...far.slice(0, mostCompared).map((one) => keyOf(meansOf(one) ?? '')),
  ])
  return purchases.filter((one) => isNear(one) || (asked !== null && keys[far.indexOf(one)] === asked))
}

/** How many cards of an address are compared at most. */
const mostCompared = 3

/** Null where the provider does not tell: then it is nobody's. */
async function payerKeyOf(services: Services, stripeAccountId: string, id: string): Promise<string | null> {
  try {
    const key = await readPayerKey(services, { stripeAccountId, paymentMethodId: id })
    return key === 'nobody' ? null : key
  } catch (error) {
    services.log.info({ err: error }, 'a card could not be compared with an earlier one')
    return null
  }
}

function meansOf({
  paymentMethodId,
  confirmationTokenId,
}: Pick<EarlierPurchase, 'paymentMethodId' | 'confirmationTokenId'>): string | null {
  return paymentMethodId ?? confirmationTokenId
}

/** Whether a request with this key has come already, whatever became of it. */
export async function isKnownKey(
  { db }: Pick<Services, 'db'>,
  { formId, idempotencyKey }: Pick<Order, 'formId' | 'idempotencyKey'>,
): Promise<boolean> {
  return (await findPurchaseByKey(db, formId, idempotencyKey)) !== undefined
}

function isBought({ status }: EarlierPurchase): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'processing'
}

function isUnsettled({ status, createdAt, ...held }: EarlierPurchase, now: Date): boolean {
  if (status === 'created' || status === 'unknown') return true
  return status === 'requires_action' && now.getTime() - createdAt.getTime() < abandonedAfter(held) * 1000
}
