import { setTimeout as wait } from 'node:timers/promises'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { readPayerKey } from '#payments/coupons/hold-coupon.ts'
import type { PaymentServices } from '../payment-services.ts'
import { abandonedAfter, type Purchase } from '../purchase.ts'
import { cancelAuthentication, checkPurchase } from '../settle/check-purchase.ts'
import type { Charged, ChargedPurchase } from '../settle/outcome.ts'
import { findPurchaseByKey, listEarlierPurchases, type EarlierPurchase, type NewPurchase } from '../store.ts'

export type Earlier = {
  readonly isKnownKey: boolean
  /**
   * A payment of the same buyer is pending and may still be charged. Declines and failed authentications do
   * not count.
   */
  readonly isUnsettled: boolean
  /** A payment with the buyer's email is pending from another network and card. It can be another person's. */
  readonly isUnsettledElsewhere: boolean
  readonly isPaid: boolean
  readonly isWithBank: boolean
}

/** For how long after a purchase another one may be a mistake, in milliseconds. */
const repeatWindow = 2 * 60 * 60 * 1000

export function repeatsSince(now: Date): Date {
  return new Date(now.getTime() - repeatWindow)
}

/** Anyone can type an email address, so the network and the payment method identify the buyer. */
type Asking = Pick<NewPurchase, 'formId' | 'idempotencyKey' | 'email'> & {
  /** A digest of the network, or null if unknown. */
  readonly network: string | null
  readonly means: string | null
}

/**
 * Looks up the purchase with the same key, and this email's purchases of the form from the last two hours or still at a
 * bank. Only purchases from the same network or card count as the buyer's own, so that typing another person's email
 * neither reveals nor blocks their purchases.
 */
export async function findEarlier(services: Services, order: Asking): Promise<Earlier> {
  const now = services.clock.now()
  const purchases = await listEarlierPurchases(services.db, order, repeatsSince(now))
  const others = purchases.filter(({ idempotencyKey }) => idempotencyKey !== order.idempotencyKey)
  const counted = others.filter((one) => isUnsettled(one, now) || isBought(one))
  const isKnown = others.length < purchases.length
  const own = isKnown ? [] : await ownOf(services, order, counted)
  return {
    isKnownKey: isKnown,
    isUnsettled: own.some((one) => isUnsettled(one, now)),
    isUnsettledElsewhere: counted.some((one) => !own.includes(one) && isUnsettled(one, now)),
    isPaid: own.some(({ status }) => status === 'paid' || status === 'partially_refunded'),
    isWithBank: own.some(({ status }) => status === 'processing'),
  }
}

/** Only Stripe can tell whether two cards are the same. */
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

const mostCompared = 3

/** The card's fingerprint. If Stripe returns none, the card matches no other. */
async function payerKeyOf(services: Services, stripeAccountId: string, id: string): Promise<string | null> {
  try {
    const key = await readPayerKey(services, { stripeAccountId, paymentMethodId: id })
    return key === 'anyone' ? null : key
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

export async function isKnownKey(
  { db }: Pick<Services, 'db'>,
  { formId, idempotencyKey }: Pick<NewPurchase, 'formId' | 'idempotencyKey'>,
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

/**
 * After how many seconds another process takes over an intent to charge whose process died. No request takes this long.
 */
export const orphanedAfter = 20
/** How long a repeated request waits for the first one, in milliseconds. */
const patience = 8_000
const pollEvery = 100

/** Responds to a request with a known key: waits for the first request, or looks up its outcome. */
export async function repeatCharge(
  services: PaymentServices,
  order: Pick<NewPurchase, 'formId' | 'idempotencyKey' | 'fingerprint'>,
): Promise<Charged> {
  for (let waited = 0; ; waited += pollEvery) {
    const purchase = await findPurchaseByKey(services.db, order.formId, order.idempotencyKey)
    if (purchase === undefined) return { kind: 'unsettled' }
    if (purchase.fingerprint !== order.fingerprint) return { kind: 'key_reused' }
    const isOrphaned = services.clock.now() > secondsAfter(purchase.createdAt, orphanedAfter)
    if (purchase.status !== 'created' || isOrphaned)
      return resumePurchase(services, purchase, 'repeated request')
    if (waited >= patience) return { kind: 'in_progress', purchase }
    await wait(pollEvery)
  }
}

/**
 * Looks up the outcome of a purchase that may be pending, with the client secret of an authentication that is
 * waiting for the buyer. Returns the recorded state while Stripe cannot be reached.
 */
export async function resumePurchase(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<ChargedPurchase> {
  return orAsRecorded(purchase, async () => {
    const checked = purchase.status === 'failed' ? purchase : await checkPurchase(services, purchase, cause)
    const { status, stripeAccountId, paymentIntentId } = checked
    const intent =
      status === 'requires_action' && paymentIntentId !== null
        ? await services.provider.retrievePaymentIntent(stripeAccountId, paymentIntentId)
        : null
    return { kind: 'purchase', purchase: checked, clientSecret: intent?.clientSecret ?? null }
  })
}

/** Returns the recorded state while Stripe does not respond. */
export async function giveUpPurchase(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<ChargedPurchase> {
  return orAsRecorded(purchase, async () => {
    const canceled = await cancelAuthentication(services, purchase, cause)
    return { kind: 'purchase', purchase: canceled, clientSecret: null }
  })
}

async function orAsRecorded(
  purchase: Purchase,
  ask: () => Promise<ChargedPurchase>,
): Promise<ChargedPurchase> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown || error instanceof ProviderUnreachable)) throw error
    return { kind: 'purchase', purchase, clientSecret: null }
  }
}
