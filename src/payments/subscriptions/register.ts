import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { subscriptionsContract } from './contract.ts'
import { subscriptionsHandlers } from './handlers.ts'

/** How often subscriptions are looked for that are due to be compared with the provider, in milliseconds. */
const checkedEvery = 5_000

export function registerSubscriptions({ serve, work }: Registry, services: PaymentServices): void {
  serve(subscriptionsContract, subscriptionsHandlers(services, services.config.authSecret, services.limiter))
  work('subscriptions', checkedEvery, () => checkSubscriptions(services))
}
