import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { subscriptionsContract } from './contract.ts'
import { subscriptionsHandlers } from './handlers.ts'

/** How often subscriptions are looked for that are due to be compared with the provider, in milliseconds. */
const checkedEvery = 5_000

export function registerSubscriptions({ serve, work }: Registry, parts: PaymentParts): void {
  serve(subscriptionsContract, subscriptionsHandlers(parts, parts.config.authSecret, parts.limiter))
  work('subscriptions', checkedEvery, () => checkSubscriptions(parts))
}
