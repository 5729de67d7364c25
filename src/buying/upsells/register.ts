import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { upsellsContract } from './contract.ts'
import { upsellsHandlers } from './handlers.ts'

export function registerUpsells({ serve }: Registry, parts: PaymentParts): void {
  serve(upsellsContract, upsellsHandlers(parts, parts.config.authSecret, parts.limiter))
}
