import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { priceChangesContract } from './contract.ts'
import { priceChangesHandlers } from './handlers.ts'

export function registerPriceChanges({ serve }: Registry, services: PaymentServices): void {
  serve(priceChangesContract, priceChangesHandlers(services, services.config.authSecret, services.limiter))
}
