import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import {
  describeSubscription,
  seconds,
  subscriptionFields,
  type ProviderSubscription,
} from './subscriptions.ts'

export function subscriptionRests(stripe: Stripe, call: ProviderCall) {
  return {
    /**
     * Pauses a subscription. It is next charged at `until`, its cycles are counted from then, and nothing is charged or
     * credited now. The provider calls that a trial. This needs no idempotency key, because repeating it changes
     * nothing. Existing invoices are still charged.
     */
    async restUntil(account: string, id: string, until: Date): Promise<ProviderSubscription> {
      const subscription = await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          id,
          {
            trial_end: seconds(until),
            proration_behavior: 'none',
            metadata: { rest_until: String(seconds(until)) },
            expand: subscriptionFields,
          },
          { ...options, stripeAccount: account },
        ),
      )
      return describeSubscription(subscription)
    },

    /**
     * Ends a pause now with a cycle that begins and is charged immediately. If the card does not pay, the
     * pause continues.
     */
    async endRest(account: string, id: string, key: string): Promise<ProviderSubscription> {
      const subscription = await call('subscriptions.update', (options) =>
        stripe.subscriptions.update(
          id,
          {
            trial_end: 'now',
            proration_behavior: 'none',
            payment_behavior: 'pending_if_incomplete',
            expand: subscriptionFields,
          },
          { ...options, stripeAccount: account, idempotencyKey: key },
        ),
      )
      return describeSubscription(subscription)
    },
  }
}
