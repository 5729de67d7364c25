import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { embedderParameter } from '#buying/embedding/page-message.ts'
import type { AnswersAtOnce } from '#foundation/http/answer-at-once.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { isId } from '#foundation/db/new-id.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { encodingOf } from '#foundation/http/pages/compressed-body.ts'
import { linkedLanguage } from '#foundation/language/read-language.ts'
import { readerOf } from '#foundation/text/reader.ts'
import type { Services } from '#registry/services.ts'
import { closingTimer } from '#payments/pricing/timers.ts'
import type { FormViews } from './form-views.ts'
import { createAnswerCache, type ShownForm } from './answer-cache.ts'
import type { PageCache } from './page-cache.ts'
import type { SendNotice } from './page-reply.ts'
import type { PaymentPages } from './payment-page.ts'

const unknown = { kind: 'unknown' } as const

const prefix = '/payment/'

export type PageParts = {
  readonly pages: PaymentPages
  readonly cache: PageCache
  readonly atOnce: Pick<AnswersAtOnce, 'add'>
  readonly sendNotice: SendNotice
  readonly views: Pick<FormViews, 'count'>
}

/** The public payment page: `GET /payment/{formId}`, complete and readable as the server sends it. */
export function registerPaymentPage(
  app: FastifyInstance,
  { clock, config }: Services,
  { pages, cache, atOnce, sendNotice, views }: PageParts,
): void {
  const answers = createAnswerCache(config, pages)
  const route = `${prefix}:formId`
  // Handles most of a crowd's views: of links without a query, a moment after another view.
  atOnce.add(route, (request) => {
    const { url = '', headers } = request
    const found = url.startsWith(prefix) ? cache.ready(url.slice(prefix.length)) : undefined
    if (found?.kind !== 'form' || found.isSoldOut) return undefined
    const reader = readerOf(headers['accept-language'], undefined, found.stored.languages)
    const shownAs = isInFrame(headers, plainQuery) ? 'frame' : 'page'
    const ready = answers
      .there(shownAs, found, reader, undefined, clock.now().getTime())
      ?.ready(encodingOf(headers['accept-encoding']))
    if (ready !== undefined)
      views.count({ sellerId: found.stored.sellerId, formId: found.stored.id }, request)
    return ready
  })
  // If a browser submits the form without our script, for example because scripts are off, it gets the page again. What
  // it sent is ignored.
  app.post<{ Params: { formId: string } }>(
    route,
    {
      config: { access: 'anyone' },
      schema: { hide: true },
      onRequest: async ({ params }, reply) =>
        reply.redirect(`${prefix}${encodeURIComponent(params.formId)}`, 303),
    },
    () => undefined,
  )
  app.get<{ Params: { formId: string } }>(
    route,
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const formId = request.params.formId.toLowerCase()
      const query = request.url.includes('?') ? pageQuery.parse(request.query) : plainQuery
      const isFramed = isInFrame(request.headers, query)
      try {
        const found = cache.ready(formId) ?? (isId(formId) ? await cache.find(formId) : unknown)
        if (found.kind === 'unknown') return sendNotice(reply, 'unknown', { isFramed })
        const form = found.stored
        const isBack = query.purchase !== undefined
        if (found.kind === 'deleted')
          return sendNotice(reply, isBack ? 'returned' : 'deleted', { form, isFramed })
        const instant = clock.now().getTime()
        const closing = closingTimer(found.pricing, instant)
        if (closing !== undefined && isBack) return sendNotice(reply, 'returned', { form, isFramed })
        if (closing !== undefined) return sendNotice(reply, 'ended', { ...closing, form, isFramed })
        const answer = answers.of(
          isFramed ? 'frame' : 'page',
          found,
          readerOf(request.headers['accept-language'], linkedLanguage(request.url), found.stored.languages),
          namedPrice(found, query.price),
          instant,
        )
        // The buyer of the last item still sees their payment, whatever the form's status is.
        if (found.isSoldOut && !isBack) reply.status(410)
        else if (!isBack) views.count({ sellerId: found.stored.sellerId, formId: found.stored.id }, request)
        const encoding = encodingOf(request.headers['accept-encoding'])
        const { headers, body, isIndexed } = answer.ready(encoding) ?? (await answer.in(encoding))
        if (isIndexed) reply.removeHeader('x-robots-tag')
        return await reply.headers(headers).send(body)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        return sendNotice(reply.header('retry-after', '2'), 'away')
      }
    },
  )
}

/**
 * Whether a page on another site frames this one, according to the browser or to our script that created the
 * frame.
 */
function isInFrame(headers: IncomingHttpHeaders, query: PageQuery): boolean {
  return headers['sec-fetch-dest'] === 'iframe' || query[embedderParameter] !== undefined
}

/** Used for every price that the form does not have, so that links with made-up prices cannot fill the cache. */
const noSuchPrice = 'unknown'

/** The parts of a link that affect the page. Invalid ones are ignored, and most links have none. */
const pageQuery = z.object({
  /**
   * The purchase of a buyer who returns from their bank's page (`returnUrl`). The purchase's secret is in the
   * URL's fragment.
   */
  purchase: uuid.optional().catch(undefined),
  price: z.unknown().transform(namedIn).optional(),
  [embedderParameter]: z.string().optional().catch(undefined),
})
type PageQuery = z.output<typeof pageQuery>
const plainQuery = pageQuery.parse({})

/**
 * The price in a link, in any spelling, or undefined if there is none. An unreadable one counts as a price that does
 * not exist.
 */
function namedIn(named: unknown): string | undefined {
  const texts = [named].flat().map((one) => (typeof one === 'string' ? one.trim().toLowerCase() : ''))
  const [first, ...others] = new Set(texts.filter((text) => text !== ''))
  return others.length === 0 ? first : noSuchPrice
}

/** The form's price that a link selects. Undefined if the link selects none or the form has never had another price. */
function namedPrice({ pricing, firstPrice }: ShownForm, named: string | undefined): string | undefined {
  if (named === undefined || (pricing.prices === undefined && named === firstPrice)) return undefined
  return pricing.prices?.some(({ id }) => id === named) === true ? named : noSuchPrice
}
