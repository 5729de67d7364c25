import type { FastifyInstance } from 'fastify'
import type { Config } from '#foundation/config.ts'
import { isId } from '#foundation/db/new-id.ts'
import { isDatabaseUnavailable } from '#foundation/db/unavailable.ts'
import type { Services } from '#foundation/services.ts'
import { closingTimer } from '#payments/pricing/price-promise.ts'
import type { FormViews } from './form-views.ts'
import type { PageCache } from './page-cache.ts'
import { preparePageReply, type SendNotice } from './page-reply.ts'
import { isIndexed, type PaymentPages } from './payment-page.ts'
import { issueQuote } from './quote.ts'

const noChosenBumps: ReadonlySet<string> = new Set()

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
  app.get<{ Params: { formId: string } }>(
    '/payment/:formId',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const { formId } = request.params
      try {
        const found = isId(formId) ? await cache.find(formId) : ({ kind: 'unknown' } as const)
        if (found.kind === 'unknown') return sendNotice(reply, 'unknown')
        const { embedHosts } = found
        if (found.kind === 'deleted') return sendNotice(reply, 'deleted', { embedHosts })
        const { page } = found
        const instant = clock.now().getTime()
        const closing = closingTimer(page.pricing, instant)
        if (closing !== undefined) return sendNotice(reply, 'ended', { ...closing, embedHosts })
        const quote = issueQuote(config.authSecret, page.form.id, page.pricing, noChosenBumps, instant)
        const nonce = preparePageReply(reply, config, pages, embedHosts)
        if (isIndexed(page)) reply.removeHeader('x-robots-tag')
        views.count({ sellerId: found.sellerId, formId: page.form.id }, request)
        return await reply.send(pages.render({ ...page, quote }, nonce))
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        return sendNotice(reply.header('retry-after', '2'), 'away')
      }
    },
  )
}
