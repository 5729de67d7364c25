import {
  CardDeclined,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import { billingMessages } from './messages.ts'

/** The plan cannot be read or changed at the moment; pressing again goes on where it stopped. */
class BillingUnreachable extends defineFailure(
  'provider_unreachable',
  503,
  'The payment service cannot be reached. Try again in a few seconds: nothing will be charged twice.',
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
  (message: string | undefined) => message ?? billingMessages.cardRefused,
) {}

export class CardNeeded extends defineFailure(
  'card_needed',
  409,
  'Add a card first: this plan is paid from today.',
) {}

export class PlanForPartnersOnly extends defineFailure(
  'partners_only',
  403,
  'This plan is for partners only',
) {}

/** The change would come to another amount than the one that was shown; `details` has the new one. */
export class PreviewOutdated extends defineFailure(
  'preview_outdated',
  409,
  'The amount has changed in the meantime. Nothing was charged: please review it again.',
) {
  override readonly details: unknown

  constructor(preview: unknown) {
    super()
    this.details = preview
  }
}

/** The plan is in a state that does not allow what was asked. */
export class PlanStateConflict extends defineFailure('plan_state', 409, (message: string) => message) {}

/** Runs calls about a seller's plan, each of which may be repeated; translates what the provider did not do. */
export async function askingProvider<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof ProviderUnreachable) {
      throw new BillingUnreachable(error)
    }
    if (error instanceof CardDeclined) throw new CardRefused(error.message)
    // So it is said that a customer has no card to charge.
    if (error instanceof ProviderRefused && error.code === 'resource_missing') throw new CardNeeded()
    throw error
  }
}
