import { t } from '#foundation/language/t.ts'
import type { Decline } from '#foundation/card-provider/charged-card.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { markDisconnected } from '#accounts/onboarding/onboarding-state.ts'
import {
  AccountDisconnected,
  CardDeclined,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import { NothingBegun, type PaymentServices } from '../payment-services.ts'
import { type Purchase, purchaseSecret, wasPaid } from '../purchase.ts'
import type { PurchaseOutcome } from '../contract.ts'
import {
  AccountNotPayable,
  IdempotencyKeyReused,
  PaymentInProgress,
  PaymentRefused,
  PaymentUnsettled,
} from '../errors.ts'
import { paymentMessages, concealedReasons } from '../messages.ts'
import { paidWithText } from '../charge/paid-with.ts'

/** The outcome of a purchase: from Stripe, or known because nothing was sent. */
export type Outcome =
  | { readonly status: 'paid'; readonly intent: PaymentIntent | null }
  | { readonly status: 'requires_action'; readonly intent: PaymentIntent }
  /** The buyer's bank is processing the payment, possibly for days, so they must not pay again. */
  | { readonly status: 'processing'; readonly intent: PaymentIntent }
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly message: string
      readonly paymentIntentId: string | null
      /** The details of a declined card. Missing if no card was declined, or nothing is known about it. */
      readonly decline?: Decline | null
    }
  | { readonly status: 'canceled'; readonly intent: PaymentIntent | null }
  | { readonly status: 'unknown' }

export function outcomeOf(intent: PaymentIntent): Outcome {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'paid', intent }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', intent }
    case 'requires_payment_method':
      return {
        status: 'failed',
        reason: intent.declineReason ?? 'card_declined',
        message: intent.declineMessage ?? t('Your card was declined.'),
        paymentIntentId: intent.id,
        decline: intent.decline,
      }
    case 'canceled':
      return { status: 'canceled', intent }
    case 'processing':
      return takesDays(intent) ? { status: 'processing', intent } : { status: 'unknown' }
    case 'requires_capture':
    default:
      return { status: 'unknown' }
  }
}

/** A card payment has a result within moments. Until then, its outcome counts as unknown. */
function takesDays({ method }: PaymentIntent): boolean {
  const type = method?.type ?? null
  return type !== null && type !== 'card' && type !== 'link'
}

/** The failure reason if it is certain that no charge request left this process. */
export const neverSent = 'provider_unreachable'
/** The failure reason if the seller revoked our access to their account. */
export const accountDisconnected = 'account_invalid'

/** The failure reason if the trial was confirmed with a card that has already had it. */
export const trialUsed = 'trial_used'

/** Whether the payment failed because the buyer's card was declined. */
export function wasDeclined({ status, failureReason }: Pick<Purchase, 'status' | 'failureReason'>): boolean {
  return status === 'failed' && failureReason !== neverSent && failureReason !== accountDisconnected
}

/** Converts errors from a charge, and rethrows all others. */
export async function failedCharge(
  services: PaymentServices,
  purchase: Purchase,
  error: unknown,
): Promise<Outcome> {
  if (error instanceof OutcomeUnknown) return { status: 'unknown' }
  if (!(error instanceof CardDeclined)) return failedBeforeCharge(services, purchase, error)
  const { reason, message, paymentIntentId = null, decline } = error
  return { status: 'failed', reason, message, paymentIntentId, decline }
}

/** The outcome for errors before anything can have been charged. */
export async function failedBeforeCharge(
  services: PaymentServices,
  purchase: Purchase,
  error: unknown,
): Promise<Outcome> {
  const { log } = services
  const isRefusal = error instanceof ProviderRefused || error instanceof CardDeclined
  const isSilence =
    error instanceof OutcomeUnknown || error instanceof ProviderUnreachable || error instanceof NothingBegun
  if (!isRefusal && !isSilence) throw error
  log.warn({ purchase: purchase.id, err: error }, 'nothing was charged')
  if (error instanceof AccountDisconnected) {
    // Nothing was charged even if the notification fails. The daily reconciliation finds the account too.
    await markDisconnected(services, purchase.stripeAccountId).catch((failure: unknown) => {
      log.error(
        { alarm: true, purchase: purchase.id, err: failure },
        'a disconnected account was not recorded',
      )
    })
    return { status: 'failed', reason: accountDisconnected, message: '', paymentIntentId: null }
  }
  const reason = isRefusal ? ('code' in error ? error.code : error.reason) : neverSent
  return { status: 'failed', reason, message: '', paymentIntentId: null }
}

export function countOutcome(
  { purchases, declines }: Pick<Metrics, 'purchases' | 'declines'>,
  outcome: Outcome,
): void {
  if (outcome.status !== 'failed') return purchases.inc({ outcome: outcome.status })
  purchases.inc({ outcome: notDeclined.has(outcome.reason) ? 'failed' : 'declined' })
  declines.inc({ reason: reasonClass(outcome.reason) })
}

/** Failure reasons without a declined card: Stripe was unreachable, or its invoice or card differed from the order. */
const notDeclined = new Set(['provider_unreachable', 'invoice_differs', trialUsed])

const classes = {
  unreachable: ['provider_unreachable'],
  invoice_differs: ['invoice_differs'],
  insufficient_funds: ['insufficient_funds'],
  expired_card: ['expired_card'],
  wrong_details: [
    'incorrect_number',
    'invalid_number',
    'incorrect_cvc',
    'invalid_cvc',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'incorrect_zip',
    'incorrect_address',
    'invalid_account',
  ],
  authentication: [
    'authentication_required',
    'payment_intent_authentication_failure',
    'authentication_not_handled',
    'incorrect_pin',
    'invalid_pin',
    'pin_try_exceeded',
  ],
  suspected_fraud: [
    'fraudulent',
    'lost_card',
    'stolen_card',
    'pickup_card',
    'restricted_card',
    'merchant_blacklist',
    'security_violation',
  ],
  card_limit: ['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'],
  not_supported: [
    'card_not_supported',
    'currency_not_supported',
    'transaction_not_allowed',
    'service_not_allowed',
  ],
  try_again: [
    'processing_error',
    'issuer_not_available',
    'try_again_later',
    'reenter_transaction',
    'approve_with_id',
  ],
  refused_by_bank: [
    'generic_decline',
    'card_declined',
    'do_not_honor',
    'do_not_try_again',
    'call_issuer',
    'no_action_taken',
    'not_permitted',
    'revocation_of_authorization',
    'revocation_of_all_authorizations',
    'stop_payment_order',
  ],
} as const

const classByReason = new Map<string, string>(
  Object.entries(classes).flatMap(([name, reasons]) => reasons.map((reason) => [reason, name] as const)),
)

/**
 * Whether the buyer should not be asked to pay again after a decline, because the card may be stolen, or its bank or
 * holder forbids another attempt.
 */
export function forbidsAnotherTry({
  failureReason,
  adviceCode,
}: Pick<Purchase, 'failureReason' | 'adviceCode'>): boolean {
  if (adviceCode === 'do_not_try_again') return true
  return (
    failureReason !== null &&
    (reasonClass(failureReason) === 'suspected_fraud' || forbidding.has(failureReason))
  )
}

const forbidding = new Set([
  'do_not_try_again',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  trialUsed,
])

/**
 * The known decline reasons. Stripe can add others at any time, which count as `other`.
 * https://docs.stripe.com/declines/codes
 */
function reasonClass(reason: string): string {
  return classByReason.get(reason) ?? 'other'
}

/** `clientSecret` comes with `requires_action`. */
export type ChargedPurchase = {
  readonly kind: 'purchase'
  readonly purchase: Purchase
  readonly clientSecret: string | null
  /** How many seconds the client must wait before the next attempt, after a decline. */
  readonly waitSeconds?: number
}

export type Charged =
  | ChargedPurchase
  /** The first request with this idempotency key is still in progress. */
  | { readonly kind: 'in_progress'; readonly purchase: Purchase }
  /** The same idempotency key was sent with other contents, and nothing was done. */
  | { readonly kind: 'key_reused' }
  /** Another payment for the form by the same buyer is pending, and nothing was done. */
  | { readonly kind: 'unsettled' }

type AfterPaying = {
  readonly successMessage: string | null
  readonly redirectUrl: string | null
  /** Whether the URL of the page after paying contains the order. Missing means no. */
  readonly namesOrderAfterPaying?: boolean
}

export function describePurchase(
  authSecret: string,
  charged: ChargedPurchase,
  { successMessage, namesOrderAfterPaying = false, ...after }: AfterPaying,
): PurchaseOutcome {
  const { purchase, clientSecret } = charged
  const base = { purchaseId: purchase.id, secret: purchaseSecret(authSecret, purchase) }
  if (wasPaid(purchase.status)) {
    const redirectUrl = namesOrderAfterPaying ? namingOrder(after.redirectUrl, purchase) : after.redirectUrl
    return { ...base, status: 'paid', successMessage, redirectUrl, paidWith: paidWithText(purchase) }
  }
  if (purchase.status === 'failed') {
    const message = purchase.failureMessage ?? ''
    const reason = purchase.failureReason ?? 'card_declined'
    return {
      ...base,
      status: 'failed',
      reason: concealedReasons.has(reason) ? 'generic_decline' : reason,
      message: message === '' ? paymentMessages.failed : message,
      method: purchase.paymentMethodType,
    }
  }
  if (purchase.status === 'canceled') {
    const { paymentMethodType: method } = purchase
    return { ...base, status: 'failed', reason: 'canceled', message: paymentMessages.notCharged, method }
  }
  if (purchase.status === 'requires_action' && clientSecret !== null) {
    return { ...base, status: 'requires_action', clientSecret }
  }
  return { ...base, status: 'processing', settlesBy: purchase.settlesBy?.toISOString() ?? null }
}

/**
 * The URL of the page after paying, with the order for the scripts on that page. Anyone can change this URL,
 * so it proves nothing. The seller's own part of it stays unchanged.
 */
function namingOrder(page: string | null, { id, total, currency }: Purchase): string | null {
  if (page === null) return null
  const [address = '', ...fragment] = page.split('#')
  const between = /[?&]$/.test(address) ? '' : address.includes('?') ? '&' : '?'
  const value = String(toMajor(total, currency))
  const order = new URLSearchParams({ tf_order: id, tf_value: value, tf_currency: currency.toUpperCase() })
  return [`${address}${between}${order.toString()}`, ...fragment].join('#')
}

/** The response to a payment request. A failure is a 402, 409, 422 or 503, never a 200 with an error inside. */
export function answerToPaying(authSecret: string, charged: Charged, after: AfterPaying): PurchaseOutcome {
  if (charged.kind === 'key_reused') throw new IdempotencyKeyReused()
  if (charged.kind === 'unsettled') throw new PaymentUnsettled()
  if (charged.kind === 'in_progress') {
    const { purchase } = charged
    throw new PaymentInProgress(purchase.id, purchaseSecret(authSecret, purchase))
  }
  if (charged.purchase.failureReason === neverSent) throw new ProviderUnreachable()
  if (charged.purchase.failureReason === accountDisconnected) throw new AccountNotPayable()
  const outcome = describePurchase(authSecret, charged, after)
  if (outcome.status !== 'failed') return outcome
  const { message, reason, purchaseId, secret } = outcome
  throw new PaymentRefused(message, { reason, purchaseId, secret }, charged.waitSeconds ?? 0)
}
