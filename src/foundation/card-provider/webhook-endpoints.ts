import { Stripe } from 'stripe'
import type { ProviderCall } from './transport/call.ts'

/** An endpoint to which the provider sends events. `events` are their types, or `*` for all. */
export type WebhookEndpoint = {
  readonly url: string
  readonly isEnabled: boolean
  readonly events: readonly string[]
}

export function webhookEndpoints(stripe: Stripe, call: ProviderCall) {
  return {
    /** The platform's webhook endpoints, or undefined if a restricted key cannot read them. */
    listWebhookEndpoints(): Promise<readonly WebhookEndpoint[] | undefined> {
      return call('webhookEndpoints.list', async (options) => {
        try {
          const { data } = await stripe.webhookEndpoints.list({ limit: 100 }, options)
          return data.map(({ url, status, enabled_events: events }) => ({
            url,
            isEnabled: status === 'enabled',
            events,
          }))
        } catch (error) {
          if (error instanceof Stripe.errors.StripePermissionError) return undefined
          throw error
        }
      })
    },
  }
}
