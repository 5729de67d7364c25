import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { reconcileRefunds } from './reconcile.ts'

/** How often refunds are looked for whose outcome is not known, in milliseconds. */
const reconciledEvery = 5_000

export function registerRefunds({ work }: Registry, services: PaymentServices): void {
  work('refunds', reconciledEvery, () => reconcileRefunds(services))
}
