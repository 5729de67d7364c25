import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'
import { isDatabaseUnavailable } from '#db/unavailable.ts'
import { isId } from '#db/new-id.ts'
import type { Parts } from '#parts.ts'
import type { PageCache } from './page-cache.ts'
import type { NoticePageData } from './page-data.ts'
import { paymentPageHeaders } from './page-policy.ts'
import type { PaymentPages } from './payment-page.ts'
import { issueQuote } from './quote.ts'

const notices = {
  unknown: {
    status: 404,
    title: 'This page does not exist',
    text: 'Check the address, or ask the seller for a new link.',
  },
  deleted: {
    status: 410,
    title: 'This form is no longer available',
    text: 'The seller has taken it down. Nothing can be bought here any more.',
  },
  away: {
    status: 503,
    title: 'Back in a moment',
    text: 'The page can not be shown right now. You have not been charged. Try again in a few seconds.',
  },
} as const satisfies Record<string, NoticePageData>

const noChosenBumps: ReadonlySet<string> = new Set()

/** The public payment page: `GET /payment/{formId}`, whole and readable as it comes from the server. */
export function registerPaymentPage(
  app: FastifyInstance,
  { clock }: Parts,
  { authSecret, publicUrl, provider }: Config,
  pages: PaymentPages,
  cache: PageCache,
): void {
  const isSecure = publicUrl.startsWith('https:')
  app.get<{ Params: { formId: string } }>(
    '/payment/:formId',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      reply.headers(
        paymentPageHeaders({
          nonce,
          providerScriptUrl: provider.scriptUrl,
          pictureOrigin: null,
          isSecure,
          reportPath: null,
        }),
      )
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
      const { formId } = request.params
      try {
        const found = isId(formId) ? await cache.find(formId) : ({ kind: 'unknown' } as const)
        if (found.kind !== 'form') return await sendNotice(reply, notices[found.kind])
        const { page } = found
        const instant = clock.now().getTime()
        const quote = issueQuote(authSecret, page.form.id, page.pricing, noChosenBumps, instant)
        return await reply.send(pages.render({ ...page, quote }, nonce))
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        reply.header('retry-after', '2')
        return await sendNotice(reply, notices.away)
      }
      async function sendNotice(to: FastifyReply, notice: NoticePageData) {
        return to.status(notice.status).send(pages.renderNotice(notice, nonce))
      }
    },
  )
}
