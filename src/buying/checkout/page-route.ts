import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { embedderParameter } from '#buying/embedding/page-message.ts'
import type { Config } from '#foundation/config.ts'
import type { Formats } from '#foundation/formats.ts'
import { uuid } from '#foundation/http/fields.ts'
import { isId } from '#foundation/db/new-id.ts'
import { isDatabaseUnavailable } from '#foundation/db/unavailable.ts'
import { encodingOf, keepBody, type KeptBody } from '#foundation/http/kept-body.ts'
import { formatsOf, localeOf } from '#foundation/read-formats.ts'
import type { Services } from '#foundation/services.ts'
import { closingTimer, nextTimer } from '#payments/pricing/price-promise.ts'
import type { FormViews } from './form-views.ts'
import type { FormPage, PageCache } from './page-cache.ts'
import { lowestPrices } from './lowest-price.ts'
import { pageHeaders, type SendNotice } from './page-reply.ts'
import { isIndexed, type PaymentPages } from './payment-page.ts'
import { issueQuote } from './quote.ts'
import { shownChoice } from './shown-choice.ts'

const noChosenBumps: ReadonlySet<string> = new Set()
const unknown = { kind: 'unknown' } as const

/** How long views of a form get the same answer, quote included; in milliseconds. Clocks on the page run late by so much. */
const keptFor = 250
/** Answers of so many forms are kept. */
const capacity = 100

/** The public payment page: `GET /payment/{formId}`, whole and readable as it comes from the server. */
export function registerPaymentPage(
  app: FastifyInstance,
  { clock }: Services,
  config: Config,
  pages: PaymentPages,
  cache: PageCache,
  sendNotice: SendNotice,
  views: Pick<FormViews, 'count'>,
): void {
  const answers = { page: keepAnswers(config, pages, false), frame: keepAnswers(config, pages, true) }
  app.get<{ Params: { formId: string } }>(
    '/payment/:formId',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const formId = request.params.formId.toLowerCase()
      const query = request.url.includes('?') ? pageQuery.parse(request.query) : plainQuery
      const isFramed = isInFrame(request, query)
      try {
        const found = cache.kept(formId) ?? (isId(formId) ? await cache.find(formId) : unknown)
        if (found.kind === 'unknown') return sendNotice(reply, 'unknown', { isFramed })
        const { embedHosts, brand } = found
        const isBack = query.purchase !== undefined
        if (found.kind === 'deleted')
          return sendNotice(reply, isBack ? 'returned' : 'deleted', { embedHosts, brand, isFramed })
        const instant = clock.now().getTime()
        const closing = closingTimer(found.page.pricing, instant)
        if (closing !== undefined && isBack)
          return sendNotice(reply, 'returned', { embedHosts, brand, isFramed })
        if (closing !== undefined)
          return sendNotice(reply, 'ended', { ...closing, embedHosts, brand, isFramed })
        const { headers, body } = answers[isFramed ? 'frame' : 'page'].of(
          found,
          formatsOf(localeOf(request.headers['accept-language'])),
          namedPrice(found, query.price),
          instant,
        )
        if (isIndexed(found.page)) reply.removeHeader('x-robots-tag')
        // Who has just bought the last of it is shown their payment, under whatever status.
        if (found.isSoldOut && !isBack) reply.status(410)
        else if (!isBack) views.count({ sellerId: found.sellerId, formId: found.page.form.id }, request)
        const encoding = encodingOf(request.headers['accept-encoding'])
        if (encoding !== 'identity') reply.header('content-encoding', encoding)
        return await reply.headers(headers).send(body.ready(encoding) ?? (await body.in(encoding)))
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        return sendNotice(reply.header('retry-after', '2'), 'away')
      }
    },
  )
}

/** Whether a page of somebody's site shows it: the browser says so, or the script of ours that framed it. */
function isInFrame({ headers }: FastifyRequest, query: PageQuery): boolean {
  return headers['sec-fetch-dest'] === 'iframe' || query[embedderParameter] !== undefined
}

/** All that an address may say of a view; what is wrong with it says nothing. Most say nothing at all. */
const pageQuery = z.object({
  /** The buyer comes back from a page of their bank: `returnUrl`. The secret of the purchase is in the fragment. */
  purchase: uuid.optional().catch(undefined),
  price: uuid.optional().catch(undefined),
  [embedderParameter]: z.string().optional().catch(undefined),
})
type PageQuery = z.output<typeof pageQuery>
const plainQuery = pageQuery.parse({})

/**
 * The price that a link names; undefined where it names none, or the form has one price. All that the form does not have are
 * one, so that links cannot fill what is kept.
 */
function namedPrice({ page: { pricing } }: ShownForm, named: string | undefined): string | undefined {
  if (named === undefined || pricing.prices === undefined) return undefined
  return pricing.prices.some(({ id }) => id === named) ? named : 'unknown'
}

type ShownForm = Extract<FormPage, { readonly kind: 'form' }>
type KeptAnswer = Answer & { readonly from: number; readonly until: number }
type Answer = { readonly headers: Readonly<Record<string, string>>; readonly body: KeptBody }

/**
 * All that differs between two views of a form in the same formats is the quote, so a crowd within a moment gets the same
 * one, and one answer, compressed once: the price in it holds until a timer changes it, and a form that was saved is
 * another object, as the formats of each language are one. A link may name a price to begin with.
 */
function keepAnswers(config: Config, pages: PaymentPages, isFramed: boolean) {
  const answers = new Map<ShownForm, Map<Formats, Map<string | undefined, KeptAnswer>>>()
  return {
    of(found: ShownForm, formats: Formats, named: string | undefined, instant: number): Answer {
      const ofForm = answers.get(found) ?? new Map<Formats, Map<string | undefined, KeptAnswer>>()
      const ofFormats = ofForm.get(formats) ?? new Map<string | undefined, KeptAnswer>()
      const kept = ofFormats.get(named)
      if (kept !== undefined && kept.from <= instant && instant < kept.until) return kept
      const { page, embedHosts, asked, prices } = found
      const quote = issueQuote(config.authSecret, page.form.id, page.pricing, noChosenBumps, instant)
      const consents = asked === null ? {} : { consents: consentsOnPage(asked, instant) }
      const shown = { ...page, ...shownChoice(page.pricing, named), quote, formats }
      const lowest = lowestPrices(shown, prices, instant)
      const { html, trust } = pages.render({ ...shown, ...consents, ...lowest }, isFramed)
      const headers = { ...pageHeaders(config, trust, embedHosts), vary: 'accept-encoding, accept-language' }
      const changes = [page.pricing, ...(page.pricing.prices ?? [])].map(
        (price) => nextTimer(price, instant)?.expiresAt ?? Infinity,
      )
      const answer = {
        headers,
        body: keepBody(html),
        from: instant,
        until: Math.min(instant + keptFor, ...changes),
      }
      answers.delete(found)
      answers.set(found, ofForm.set(formats, ofFormats.set(named, answer)))
      const [oldest] = answers.keys()
      if (answers.size > capacity && oldest !== undefined) answers.delete(oldest)
      return answer
    },
  }
}
