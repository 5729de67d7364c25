import type { PaymentParts } from '#payments/payment-parts.ts'
import type { Registry } from '#registry.ts'
import { upsellsContract } from './contract.ts'
import { upsellsHandlers } from './handlers.ts'

export function registerUpsells({ serve }: Registry, parts: PaymentParts): void {
  serve(upsellsContract, upsellsHandlers(parts, parts.config.authSecret, parts.limiter))
}
