import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { reconcileRefunds } from './reconcile.ts'

/** How often refunds are looked for whose outcome is not known, in milliseconds. */
const reconciledEvery = 5_000

export function registerRefunds({ work }: Registry, parts: PaymentParts): void {
  work('refunds', reconciledEvery, () => reconcileRefunds(parts))
}
