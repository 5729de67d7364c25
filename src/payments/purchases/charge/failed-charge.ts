import { markDisconnected } from '#accounts/onboarding/onboarding-state.ts'
import {
  AccountDisconnected,
  CardDeclined,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import type { Outcome } from '../settle/outcome.ts'
import { NothingBegun, type PaymentServices } from '../payment-services.ts'
import type { Purchase } from '../purchase.ts'

/** The reason of a failure where it is certain that no charge request left this process. */
export const neverSent = 'provider_unreachable'
/** The reason of a failure where the seller has taken our access to their account away. */
export const accountDisconnected = 'account_invalid'

/** Whether the buyer's card, rather than anything else, was refused. */
export function wasDeclined({ status, failureReason }: Purchase): boolean {
  return status === 'failed' && failureReason !== neverSent && failureReason !== accountDisconnected
}

/** What it means for a purchase that its charge threw; throws what is no failure of a charge. */
export async function failedCharge(
  services: PaymentServices,
  purchase: Purchase,
  error: unknown,
): Promise<Outcome> {
  if (error instanceof OutcomeUnknown) return { status: 'unknown' }
  if (!(error instanceof CardDeclined)) return failedBeforeCharge(services, purchase, error)
  const { reason, message, paymentIntentId = null } = error
  return { status: 'failed', reason, message, paymentIntentId }
}

/** The same where nothing can have been charged yet. */
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
    // Whether or not the seller can be told now, nothing was charged: the daily comparison finds the account as well.
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
