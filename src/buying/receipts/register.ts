import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import { openAssets } from '#buying/checkout/page/page-assets.ts'
import { openRenderer, type FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { languageOfPurchase } from '#payments/purchases/records/language-of-purchase.ts'
import { purchasePageSource } from './page/live-page.ts'
import { registerOfferUndoing, registerEarlyStart } from './page/offer-undoing.ts'
import { isPurchaseMarkup, purchaseRenderer } from './page/purchase-document.ts'
import { registerPurchases } from './page/purchase-routes.ts'
import { receiptWriters } from './mail/receipt-writers.ts'

/** Registers the emails and the page about a purchase for its buyer. */
export async function registerReceipts(
  { server, writeMails }: Registry,
  services: PaymentServices,
  uploads: UploadServices,
  files: FrontEnd,
): Promise<void> {
  const { db, clock, config } = services
  const assets = await openAssets(files, purchasePageSource)
  const markup = await openRenderer(files, purchaseRenderer, isPurchaseMarkup)
  registerPurchases(server, services, uploads, config, assets, markup)
  registerOfferUndoing(server, services, config)
  registerEarlyStart(server, services)
  writeMails(
    inLanguages(receiptWriters({ db, clock, addresses: config }), ({ purchaseId }) =>
      languageOfPurchase(db, purchaseId),
    ),
  )
}
