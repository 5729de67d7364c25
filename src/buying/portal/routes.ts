import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { createOwnCookie, checkOrigin } from '#accounts/identity/sessions/cookies.ts'
import { documentsOf } from '#buying/receipts/invoice/invoice.ts'
import { invoiceYearsOf, receiptsOfBuyer, type BoughtReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { invoicesDocument } from '#buying/receipts/invoice/invoices-document.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { Overloaded, TooManyRequests } from '#foundation/failures/failure.ts'
import { emailAddress } from '#foundation/http/input/fields.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { documentUses } from '#foundation/limits/document-uses.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { writeDocument } from '#foundation/pdf/write-document.ts'
import type { Services } from '#registry/services.ts'
import { issueInvoicesOf } from '#payments/invoices/issue-invoices.ts'
import { portalPath } from '#payments/purchases/records/purchase-url.ts'
import { privateHeaders } from '#buying/checkout/page/plain-page.ts'
import { dataOf, describePurchase } from './describe-purchases.ts'
import { linkExpiry, keyOf, readKey, findSeller, type Shop } from './mail-links.ts'
import type { SendPortal } from './page-reply.ts'
import { findSession, insertLink, isWaiting, openLink, removeLink, type BuyerLink } from './store.ts'

/** How long a portal session lasts, in seconds. */
const sessionLifetime = 60 * 60
/** The maximum number of purchases that the page shows and that a download contains. */
const mostShown = 200
const mostGiven = 2_000

const typed = z.string().max(2_000).catch('')
const sent = z.object({ email: typed, key: typed })
const query = z.object({ key: typed })
/** An invalid year counts as a year without purchases. */
const yearParam = z.coerce.number().int().min(0).max(9999).catch(0)

const unknown = () =>
  ({
    kind: 'notice',
    title: t('This page does not exist'),
    text: t('Check that the link is complete.'),
    next: null,
  }) as const

const busy = () =>
  ({
    kind: 'notice',
    title: t('Try again in a few minutes'),
    text: t('We cannot create more documents right now. The ones you already have stay the same.'),
    next: null,
  }) as const

type Params = { readonly shop: string; readonly year?: string }
type Visit = { readonly shop: Shop; readonly session: BuyerLink | undefined }

/**
 * Lets buyers see their purchases in a shop with only their email address: an email, one click, and an hour
 * in this browser. No response reveals whether an address has purchases.
 */
export function registerPortalPages(
  app: FastifyInstance,
  services: Services,
  send: SendPortal,
  onAsked: () => void,
): void {
  const { db, clock, limiter, config, log } = services
  const { authSecret, publicUrl } = config
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  const cookieOf = ({ id }: Shop) => createOwnCookie(`buyer-${id}`, publicUrl)
  const pathOf = ({ id }: Shop) => portalPath(id)

  async function visit(request: FastifyRequest<{ Params: Params }>): Promise<Visit | undefined> {
    const shop = await findSeller(db, request.params.shop)
    if (shop === undefined) return undefined
    const id = readKey(authSecret, 'session', cookieOf(shop).read(request))
    const session =
      id === undefined ? undefined : await findSession(db, { id, sellerId: shop.id }, clock.now())
    return { shop, session }
  }

  const boughtBy = (session: BuyerLink, limit: number, year?: number): Promise<BoughtReceipt[]> =>
    receiptsOfBuyer(db, session, clock.now(), { limit, ...(year !== undefined && { year }) })

  const askIn = (shop: Shop, email: string, error: string | null) =>
    ({ kind: 'ask', action: pathOf(shop), email, error }) as const

  /**
   * The page after opening a link that was already used. A browser that follows a link from an email does not
   * send its cookie, so only the next page can show whether it has a session.
   */
  const openedIn = (shop: Shop) =>
    ({
      kind: 'notice',
      title: t('This link has been opened'),
      text: t(
        'Each link works once. Your purchases are available for an hour in the browser where you opened it.',
      ),
      next: { path: pathOf(shop), text: t('Show my purchases') },
    }) as const
  const expiredIn = (shop: Shop) =>
    ({
      kind: 'notice',
      title: t('This link no longer works'),
      text: t('Links work once and expire after 20 minutes.'),
      next: { path: pathOf(shop), text: t('Ask for a new link') },
    }) as const

  async function closed(reply: FastifyReply, shop: Shop, id: string | undefined): Promise<FastifyReply> {
    const link = id === undefined ? undefined : await findSession(db, { id, sellerId: shop.id }, clock.now())
    return send(reply, link === undefined ? expiredIn(shop) : openedIn(shop), shop, 410)
  }

  app.get<{ Params: Params }>('/my/:shop', options, async (request, reply) => {
    const found = await visit(request)
    if (found === undefined) return send(reply, unknown(), undefined, 404)
    const { shop, session } = found
    if (session === undefined) return send(reply, askIn(shop, '', null), shop)
    const bought = await boughtBy(session, mostShown + 1)
    const shown = bought.slice(0, mostShown)
    const page = {
      kind: 'purchases',
      email: session.email,
      purchases: shown.map((one) => describePurchase(one, authSecret)),
      hasMore: bought.length > mostShown,
      years: (await invoiceYearsOf(db, session)).map((year) => ({
        year,
        path: `${pathOf(shop)}/invoices/${year}.pdf`,
      })),
      dataPath: `${pathOf(shop)}/data.json`,
      leavePath: `${pathOf(shop)}/leave`,
    } as const
    return send(reply, page, shop)
  })

  app.post<{ Params: Params }>('/my/:shop', options, async (request, reply) => {
    const shop = await findSeller(db, request.params.shop)
    if (shop === undefined) return send(reply, unknown(), undefined, 404)
    const { email } = sent.parse(request.body ?? {})
    const checked = emailAddress.safeParse(email)
    if (!checked.success)
      return send(reply, askIn(shop, email, checked.error.issues[0]?.message ?? null), shop, 422)
    const address = checked.data.toLowerCase()
    try {
      await limiter.take([
        { rule: 'buyerLinkOfAddress', subject: `${shop.id} ${address}` },
        { rule: 'buyerLinkFromAddress', subject: clientNetwork(request.ip) },
      ])
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      reply.header('retry-after', String(error.retryAfter))
      return send(
        reply,
        askIn(
          shop,
          email,
          t('Too many links were requested. Check your inbox for the last one, or try again in an hour.'),
        ),
        shop,
        429,
      )
    }
    const now = clock.now()
    const asked = { sellerId: shop.id, email: address, language: currentLanguage() }
    const link = { id: newId(), ...asked, askedAt: now, expiresAt: linkExpiry(now) }
    await insertLink(db, link)
    onAsked()
    return send(reply, { kind: 'sent', email: checked.data, action: pathOf(shop) }, shop)
  })

  // Mail scanners follow links too, so opening one takes a click on this page.
  app.get<{ Params: Params }>('/my/:shop/open', options, async (request, reply) => {
    const shop = await findSeller(db, request.params.shop)
    if (shop === undefined) return send(reply, unknown(), undefined, 404)
    const { key } = query.parse(request.query)
    const id = readKey(authSecret, 'link', key)
    const isOpen = id !== undefined && (await isWaiting(db, { id, sellerId: shop.id }, clock.now()))
    if (!isOpen) return closed(reply, shop, id)
    return send(reply, { kind: 'open', action: `${pathOf(shop)}/open`, key }, shop)
  })

  app.post<{ Params: Params }>('/my/:shop/open', options, async (request, reply) => {
    checkOrigin(request, publicUrl)
    const shop = await findSeller(db, request.params.shop)
    if (shop === undefined) return send(reply, unknown(), undefined, 404)
    const id = readKey(authSecret, 'link', sent.parse(request.body ?? {}).key)
    const now = clock.now()
    const until = secondsAfter(now, sessionLifetime)
    const session = id === undefined ? undefined : await openLink(db, { id, sellerId: shop.id }, now, until)
    if (session === undefined) return closed(reply, shop, id)
    cookieOf(shop).write(reply, keyOf(authSecret, 'session', session.id), sessionLifetime)
    log.info({ seller: shop.id, link: session.id }, 'a buyer opened the portal')
    return reply.redirect(pathOf(shop), 303)
  })

  app.post<{ Params: Params }>('/my/:shop/leave', options, async (request, reply) => {
    checkOrigin(request, publicUrl)
    const found = await visit(request)
    if (found === undefined) return send(reply, unknown(), undefined, 404)
    if (found.session !== undefined) await removeLink(db, found.session.id)
    cookieOf(found.shop).write(reply, '', 0)
    return reply.redirect(pathOf(found.shop), 303)
  })

  app.get<{ Params: Params }>('/my/:shop/data.json', options, async (request, reply) => {
    const found = await visit(request)
    if (found?.session === undefined) return refuse(reply, found)
    const { shop, session } = found
    const purchases = dataOf(await boughtBy(session, mostGiven))
    return reply
      .headers(privateHeaders)
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="purchases.json"')
      .send(JSON.stringify({ shop: shop.sellerName, email: session.email, purchases }, null, 2))
  })

  app.get<{ Params: Params }>('/my/:shop/invoices/:year.pdf', options, async (request, reply) => {
    const found = await visit(request)
    if (found?.session === undefined) return refuse(reply, found)
    const year = yearParam.parse(request.params.year)
    await issueInvoicesOf(services, found.shop.id)
    const bought = await boughtBy(found.session, mostGiven, year)
    const invoices = bought.toReversed().flatMap(({ receipt }) => documentsOf(receipt))
    if (invoices.length === 0) return send(reply, unknown(), undefined, 404)
    const network = clientNetwork(request.ip)
    try {
      const title = t('Invoices {year}', { year })
      const document = await writeDocument(invoicesDocument(invoices, title), {
        by: network,
        admit: (write) =>
          takeFor(limiter, documentUses(`${found.shop.id} ${found.session?.email ?? ''}`, network), write),
      })
      return await reply
        .headers(privateHeaders)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="invoices-${year}.pdf"`)
        .send(document)
    } catch (error) {
      if (!(error instanceof TooManyRequests) && !(error instanceof Overloaded)) throw error
      reply.header('retry-after', String(error.retryAfter))
      return send(reply, busy(), found.shop, error.status)
    }
  })

  /** Sends visitors without a session to the sign-in form. */
  function refuse(reply: FastifyReply, found: Visit | undefined): FastifyReply {
    return found === undefined
      ? send(reply, unknown(), undefined, 404)
      : reply.redirect(pathOf(found.shop), 303)
  }
}
