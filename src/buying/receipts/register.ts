import type { Shelf } from '#accounts/uploads/keep-upload.ts'
import type { PageAssets } from '#buying/checkout/page-document.ts'
import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { registerOfferUndoing } from './offer-undoing.ts'
import { registerPurchases } from './purchase-routes.ts'
import { receiptWriters } from './receipt-writers.ts'

/** `assets` are those of a purchase's own page. */
export function registerReceipts(
  { server, writeMails }: Registry,
  services: PaymentServices,
  shelf: Shelf,
  assets: PageAssets,
): void {
  const { db, clock, config } = services
  registerPurchases(server, services, shelf, config, assets)
  registerOfferUndoing(server, services, config)
  writeMails(receiptWriters({ db, clock, addresses: config }))
}
