import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { msg, say, t } from '#foundation/language/t.ts'
import type { UploadServices } from '#accounts/uploads/multipart/store-upload.ts'
import type { PageAssets } from '#buying/checkout/page/page-document.ts'
import { offeredPrices } from '#buying/price-changes/offered-prices.ts'
import { withdrawalOnPage } from '#buying/withdrawal/refund/standing.ts'
import type { Config } from '#foundation/config/config.ts'
import { isId } from '#foundation/db/new-id.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { found, NotFound, Overloaded, TooManyRequests } from '#foundation/failures/failure.ts'
import { menuOf } from '#foundation/http/language-menu.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { LinkReplaced } from '#payments/purchases/errors.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { portalPath } from '#payments/purchases/records/purchase-url.ts'
import { generationOf, openedBy } from '#payments/purchases/purchase.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { lookOf, shopOf } from '#buying/checkout/page/brand.ts'
import { registerInvoiceFiles } from './invoice-routes.ts'
import { registerPurchaseFiles } from '../files/purchase-files.ts'
import { ofPurchase, registerReplacedLink, replacedNotice, type Said } from '../mail/resend-receipt.ts'
import { findReceipt, listLaterPayments, type Receipt } from '../store.ts'
import { longestDetails, takeDetails, type DetailsState } from './buyer-details-form.ts'
import { describePurchase, hasVideo } from './describe-purchase.ts'
import { liveData } from './live-page.ts'
import { registerPauses } from './pause-routes.ts'
import type { PauseQuestion } from './purchase-data.ts'
import { addedOffersOf } from './offer-undoing.ts'
import {
  privateHeaders,
  purchaseDocument,
  purchaseHeaders,
  type PurchaseMarkup,
} from './purchase-document.ts'
import type { SubscriptionData } from './subscription-data.ts'
import { calendarOf, viewSubscription } from './subscription-view.ts'

const notices = {
  unknown: {
    status: 404,
    title: msg('This purchase cannot be found'),
    text: msg('Check that the link is complete, exactly as in your receipt.'),
  },
  expired: {
    status: 410,
    title: msg('This download link has expired'),
    text: msg('Open your purchase page again for new links.'),
  },
  busy: {
    status: 429,
    title: msg('Try again in a few minutes'),
    text: msg('We cannot create more documents right now. The ones you already have stay the same.'),
  },
  away: {
    status: 503,
    title: msg('Back in a moment'),
    text: msg('The page cannot be shown right now. Try again in a few seconds.'),
  },
} as const

const text = z.string().catch('')
const saved = z.enum(['saved', 'late']).optional().catch(undefined)
const pageQuery = z.object({ key: text, undo: text, invoice: saved })

/** Whether the buyer comes back after undoing an offer or saving invoice details. */
type Shown = { readonly undo: string; readonly details: DetailsState }

/**
 * Serves a purchase's page, opened with the secret in its URL, and its files. For every mismatch, the page
 * says that the purchase cannot be found.
 */
export function registerPurchases(
  app: FastifyInstance,
  services: PaymentServices,
  uploads: UploadServices,
  { authSecret, publicUrl, provider }: Config,
  assets: PageAssets,
  markup: () => PurchaseMarkup,
): void {
  const { clock } = services
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const

  function prepare(reply: FastifyReply, live?: SubscriptionData, plays = false): string {
    const nonce = randomBytes(16).toString('base64')
    const isSecure = publicUrl.startsWith('https:')
    reply.headers(
      purchaseHeaders(nonce, { isSecure, hasVideo: plays, providerScriptUrl: live?.provider.scriptUrl }),
    )
    return nonce
  }

  function sendNotice(reply: FastifyReply, said: Said, receipt?: Receipt): FastifyReply {
    const { action = null, status } = said
    const notice = {
      status,
      title: say(said.title),
      text: say(said.text),
      redirectUrl: null,
      shop: receipt === undefined ? null : shopOf(receipt),
      portal: receipt === undefined ? null : portalPath(receipt.sellerId),
      product: null,
    }
    const look = receipt === undefined ? undefined : lookOf(receipt)
    const parts = {
      title: notice.title,
      markup: markup().renderNotice(notice, action),
      ...(look && { look }),
    }
    return reply.status(notice.status).send(purchaseDocument(parts, assets, prepare(reply)))
  }

  async function noticing(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
    try {
      return await answer()
    } catch (error) {
      if (error instanceof NotFound) return sendNotice(reply, notices.unknown)
      if (error instanceof LinkReplaced) {
        const { id, key } = ofPurchase(reply.request)
        return sendNotice(reply, replacedNotice(id, key), await findReceipt(uploads.db, id))
      }
      if (error instanceof TooManyRequests)
        return sendNotice(reply.header('retry-after', String(error.retryAfter)), notices.busy)
      if (!(error instanceof Overloaded) && !isDatabaseUnavailable(error)) throw error
      return sendNotice(reply.header('retry-after', '2'), notices.away)
    }
  }

  async function findOwn(id: string, key: string): Promise<Receipt> {
    const isOurs = isId(id) && generationOf(authSecret, id, key) !== undefined
    return openedBy(authSecret, isOurs ? await findReceipt(uploads.db, id) : undefined, key)
  }

  function sendPause(reply: FastifyReply, receipt: Receipt, question: PauseQuestion): FastifyReply {
    const shown = markup().renderPause(question) + menuOf(reply.request, receipt.languages ?? undefined)
    const page = { title: question.title, markup: shown, look: lookOf(receipt) }
    return reply.send(purchaseDocument(page, assets, prepare(reply)))
  }

  async function show(
    reply: FastifyReply,
    receipt: Receipt,
    { undo, details }: Shown,
  ): Promise<FastifyReply> {
    const { id } = receipt
    const now = clock.now()
    const isOrder = receipt.kind === 'order'
    const [row, later] = isOrder
      ? await Promise.all([findSubscriptionOf(uploads.db, id), listLaterPayments(uploads.db, id)])
      : [undefined, []]
    const subscription = viewSubscription(row, now, receipt.locale)
    const payoffId = row?.payoffPurchaseId ?? null
    const payoff = payoffId === null ? undefined : await findPurchaseById(uploads.db, payoffId)
    const waitingPayoffId = payoff?.status === 'requires_action' ? payoff.id : null
    const offered = row === undefined ? [] : await offeredPrices(services, row, receipt)
    const extras = { offered, waitingPayoffId }
    const live = subscription && liveData(receipt, subscription, extras, { authSecret, provider })
    const added = await addedOffersOf(services, receipt, authSecret)
    const hasUndoFailed = isOrder && undo === 'failed'
    const withdrawal = await withdrawalOnPage(services, receipt)
    const parts = { receipt, subscription, later, added, hasUndoFailed, details, withdrawal }
    const data = describePurchase(parts, authSecret, now)
    const title = t('Your purchase · {seller}', { seller: receipt.sellerName })
    const shown = markup().renderPurchase(data) + menuOf(reply.request, receipt.languages ?? undefined)
    const page = { title, markup: shown, look: lookOf(receipt), live }
    return reply.send(purchaseDocument(page, assets, prepare(reply, live, hasVideo(data))))
  }

  app.get<{ Params: { id: string } }>('/purchases/:id', options, (request, reply) =>
    noticing(reply, async () => {
      const { key, undo, invoice } = pageQuery.parse(request.query)
      return show(reply, await findOwn(request.params.id, key), { undo, details: invoice })
    }),
  )

  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: longestDetails })
    scope.post<{ Params: { id: string } }>('/purchases/:id/invoice-details', options, (request, reply) =>
      noticing(reply, async () => {
        const { id } = request.params
        const { key } = pageQuery.parse(request.query)
        const receipt = await findOwn(id, key)
        const details = await takeDetails(services, receipt, request.body)
        // What the buyer typed is returned in the response itself, never in a URL.
        if (typeof details === 'object') return show(reply.status(422), receipt, { undo: '', details })
        const back = new URLSearchParams({ key, invoice: details })
        return reply.redirect(`/purchases/${id}?${back.toString()}#invoice-details`, 303)
      }),
    )
  })

  app.get<{ Params: { id: string } }>('/purchases/:id/calendar.ics', options, (request, reply) =>
    noticing(reply, async () => {
      const { id } = request.params
      const { key } = pageQuery.parse(request.query)
      const receipt = await findOwn(id, key)
      const now = clock.now()
      const subscription = found(
        viewSubscription(await findSubscriptionOf(uploads.db, id), now, receipt.locale),
      )
      return reply
        .headers(privateHeaders)
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payments.ics"')
        .send(calendarOf(subscription, receipt.sellerName, now))
    }),
  )

  registerInvoiceFiles(app, services, uploads, {
    noticing,
    sendExpired: (reply, receipt) => sendNotice(reply, notices.expired, receipt),
  })
  registerReplacedLink(app, services, { noticing, sendNotice })
  registerPauses(app, services, { noticing, findOwn, sendPause })
  registerPurchaseFiles(app, services, uploads, {
    noticing,
    sendExpired: (reply, receipt) => sendNotice(reply, notices.expired, receipt),
  })
}
