import { Stripe } from 'stripe'
import type { ProviderConfig } from '#foundation/config/config.ts'
import { BadSignature } from './errors.ts'

/** The parts of a provider's event that we use. The state is always read from the object itself. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** The connected account on which it happened, or null for the platform's own account. */
  readonly account: string | null
  readonly objectId: string | null
  /** Whether the event is about real money. A live endpoint for connected accounts also receives their test events. */
  readonly isTest: boolean
  readonly body: unknown
}

/** Maximum age of a signature, in seconds. */
const tolerance = 300

export function webhooks(stripe: Stripe, config: ProviderConfig) {
  const secrets = { platform: config.webhookSecrets, connect: config.connectWebhookSecrets }
  return {
    /** Verifies the raw bytes of a webhook delivery. Throws `BadSignature` if none of the endpoint's secrets match. */
    readEvent(body: Buffer, signature: string, endpoint: 'platform' | 'connect'): ProviderEvent {
      for (const secret of secrets[endpoint]) {
        try {
          return describeEvent(stripe.webhooks.constructEvent(body, signature, secret, tolerance))
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw new BadSignature()
        }
      }
      throw new BadSignature()
    },
  }
}

function describeEvent(event: Stripe.Event): ProviderEvent {
  const { object } = event.data
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : null,
    isTest: !event.livemode,
    body: event,
  }
}
