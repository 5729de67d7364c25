import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { upsellsContract } from './contract.ts'
import { upsellsHandlers } from './handlers.ts'

export function registerUpsells({ serve }: Registry, services: PaymentServices): void {
  serve(upsellsContract, upsellsHandlers(services, services.config.authSecret, services.limiter))
}
