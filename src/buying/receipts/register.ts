import type { Shelf } from '#accounts/uploads/keep-upload.ts'
import type { PageAssets } from '#buying/checkout/page-document.ts'
import type { Registry } from '#foundation/registry.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { registerOfferUndoing } from './offer-undoing.ts'
import { registerPurchases } from './purchase-routes.ts'
import { receiptWriters } from './receipt-writers.ts'

/** `assets` are those of a purchase's own page. */
export function registerReceipts(
  { server, writeMails }: Registry,
  parts: PaymentParts,
  shelf: Shelf,
  assets: PageAssets,
): void {
  const { db, clock, config } = parts
  registerPurchases(server, parts, shelf, config, assets)
  registerOfferUndoing(server, parts, config)
  writeMails(receiptWriters({ db, clock, addresses: config }))
}
