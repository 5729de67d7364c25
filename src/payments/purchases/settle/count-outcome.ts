import type { Metrics } from '#foundation/telemetry/metrics.ts'
import type { Outcome } from './outcome.ts'

/** Counts a change of a purchase's state, and why it was not paid. */
export function countOutcome(
  { purchases, declines }: Pick<Metrics, 'purchases' | 'declines'>,
  outcome: Outcome,
): void {
  if (outcome.status !== 'failed') return purchases.inc({ outcome: outcome.status })
  purchases.inc({ outcome: notDeclined.has(outcome.reason) ? 'failed' : 'declined' })
  declines.inc({ reason: reasonClass(outcome.reason) })
}

/** No card was refused: the provider was away, or would have charged something else than was agreed. */
const notDeclined = new Set(['provider_unreachable', 'invoice_differs'])

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

/** The provider may think of further reasons any day: those are `other`. https://docs.stripe.com/declines/codes */
function reasonClass(reason: string): string {
  return classByReason.get(reason) ?? 'other'
}
