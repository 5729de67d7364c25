import { Stripe } from 'stripe'
import type { ProviderConfig } from '#foundation/config/config.ts'
import { BadSignature } from './errors.ts'

/** A provider event, as far as we act on it; state is always read from the object itself. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** The connected account it happened on; null for the platform's own. */
  readonly account: string | null
  readonly objectId: string | null
  /** Whether it moved test money. A live endpoint of connected accounts receives their test events as well. */
  readonly isTest: boolean
  readonly body: unknown
}

/** Maximum age of a signature, in seconds. */
const tolerance = 300

export function webhooks(stripe: Stripe, config: ProviderConfig) {
  const secrets = { platform: config.webhookSecrets, connect: config.connectWebhookSecrets }
  return {
    /** Verifies the raw bytes of a delivery; throws `BadSignature` when none of the endpoint's secrets match. */
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
