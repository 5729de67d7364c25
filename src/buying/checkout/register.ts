import type { AnswersAtOnce } from '#foundation/http/answer-at-once.ts'
import type { FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { checkoutContract } from './contract.ts'
import { createFormViews, type FormViews } from './page/form-views.ts'
import { checkoutHandlers } from './handlers.ts'
import { openAssets, previewSource } from './page/page-assets.ts'
import type { PageCache } from './page/page-cache.ts'
import { createSendNotice, type SendNotice } from './page/page-reply.ts'
import { registerPaymentPage } from './page/page-route.ts'
import { openPaymentPages } from './page/payment-page.ts'
import { registerWordFiles } from './page/words-route.ts'
import { registerPreview } from './page/preview/preview-route.ts'

/** How often counted page views are stored, in milliseconds. */
const viewsStoredEvery = 5_000

/** Registers the public payment page and its API calls. Returns the parts that other domains' pages need. */
export async function registerCheckout(
  { server, serve, store }: Registry,
  services: PaymentServices,
  files: FrontEnd,
  { cache, atOnce }: { readonly cache: PageCache; readonly atOnce: AnswersAtOnce },
): Promise<{ readonly sendNotice: SendNotice; readonly views: FormViews }> {
  const { config, limiter } = services
  const pages = await openPaymentPages(files, config.publicUrl)
  const sendNotice = createSendNotice(config, pages)
  const views = createFormViews(services)
  serve(checkoutContract, checkoutHandlers(services, config.authSecret, limiter, cache.drop))
  registerPaymentPage(server, services, { pages, cache, atOnce, sendNotice, views })
  registerWordFiles(server, pages.words)
  registerPreview(server, await openAssets(files, previewSource), config.publicUrl.startsWith('https:'))
  store('views', viewsStoredEvery, views.flush)
  return { sendNotice, views }
}
