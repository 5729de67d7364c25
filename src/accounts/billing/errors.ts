import {
  CardDeclined,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { billingMessages } from './messages.ts'

/** The plan cannot be read or changed right now. A retry continues from the same point. */
class BillingUnreachable extends defineFailure(
  'provider_unreachable',
  503,
  msg('The payment service cannot be reached. Try again in a few seconds. You will not be charged twice.'),
  { retryAfter: 5 },
) {
  constructor(cause: unknown) {
    super()
    this.cause = cause
  }
}

export class CardRefused extends defineFailure(
  'card_declined',
  402,
  (message: string | undefined) => message ?? billingMessages.cardRefused(),
) {}

export class CardNeeded extends defineFailure(
  'card_needed',
  409,
  msg('Add a card first. This plan starts today.'),
) {}

export class PlanForPartnersOnly extends defineFailure(
  'partners_only',
  403,
  msg('This plan is for partners only'),
) {}

/** The change would now cost a different amount than was shown. `details` contains the new one. */
export class PreviewOutdated extends defineFailure(
  'preview_outdated',
  409,
  msg('The amount has changed. You were not charged. Please review it again.'),
) {
  override readonly details: unknown

  constructor(preview: unknown) {
    super()
    this.details = preview
  }
}

/** The plan's state does not allow the request. */
export class PlanStateConflict extends defineFailure('plan_state', 409, (message: string) => message) {}

/** Runs repeatable calls about a seller's plan and translates Stripe's errors. */
export async function askingProvider<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof ProviderUnreachable) {
      throw new BillingUnreachable(error)
    }
    if (error instanceof CardDeclined) throw new CardRefused(error.message)
    // Stripe's code for a customer who has no card to charge.
    if (error instanceof ProviderRefused && error.code === 'resource_missing') throw new CardNeeded()
    throw error
  }
}
