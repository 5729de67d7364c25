import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from './payment-services.ts'
import { reconcile } from './reconcile.ts'

/** How often purchases are looked for whose outcome is not known, in milliseconds. */
const reconciledEvery = 5_000

export function registerPurchases({ work }: Registry, services: PaymentServices): void {
  work('reconciler', reconciledEvery, () => reconcile(services))
}
