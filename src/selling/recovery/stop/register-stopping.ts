import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { findSeller, type Shop } from '#buying/portal/mail-links.ts'
import { plainPageHeaders, type RenderPlainPage } from '#foundation/http/pages/plain-page.ts'
import type { MessagePageData } from '#foundation/http/pages/plain-page-data.ts'
import { t } from '#foundation/language/t.ts'
import { portalUrl } from '#payments/purchases/records/purchase-url.ts'
import type { Services } from '#registry/services.ts'
import { stopMails } from './mail-stops.ts'
import { readStopLink, type Stopped, stopRoute } from './stop-link.ts'

const linkQuery = z.object({ link: z.string().catch('') })
/** The URL contains everything, so the body that an email program sends is not read. */
const bodyLimit = 10 * 1024

type Asked = { readonly Params: { readonly shop: string } }

/**
 * The page that ends a shop's emails about unpaid orders. Opening it changes nothing, because programs open links too.
 * Its button, or that of an email program (RFC 8058), ends them.
 */
export function registerStopping(
  app: FastifyInstance,
  services: Services,
  renderPage: RenderPlainPage,
): void {
  const { config, db } = services
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const

  async function find(sellerId: string, query: unknown): Promise<(Stopped & { shop: Shop }) | undefined> {
    const stopped = readStopLink(config.authSecret, sellerId, linkQuery.parse(query).link)
    const shop = stopped && (await findSeller(db, sellerId))
    return stopped && shop && { ...stopped, shop }
  }

  const show = (
    reply: FastifyReply,
    sellerId: string,
    { status, ...page }: { readonly status: number } & Pick<MessagePageData, 'title' | 'text' | 'action'>,
  ) => {
    const nonce = randomBytes(16).toString('base64')
    const link = { label: t('Your purchases'), url: portalUrl(config, sellerId) }
    return reply
      .status(status)
      .headers({ ...plainPageHeaders(nonce), 'cache-control': 'no-store' })
      .send(renderPage({ kind: 'message', ...page, link }, nonce))
  }
  const unknown = (reply: FastifyReply, sellerId: string) =>
    show(reply, sellerId, {
      status: 404,
      title: t('This link is incomplete'),
      text: t('Nothing was changed. Open the link from the email again.'),
      action: null,
    })

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))

    scope.get<Asked>(stopRoute, options, async ({ params, query }, reply) => {
      const found = await find(params.shop, query)
      if (found === undefined) return unknown(reply, params.shop)
      const { sellerName: seller } = found.shop
      return show(reply, params.shop, {
        status: 200,
        title: t('Stop emails about unfinished orders?'),
        text: t(
          '{seller} will no longer email you about orders that you did not finish. Receipts still arrive.',
          {
            seller,
          },
        ),
        action: t('Stop these emails'),
      })
    })

    scope.post<Asked>(stopRoute, options, async ({ params, query }, reply) => {
      const found = await find(params.shop, query)
      if (found === undefined) return unknown(reply, params.shop)
      await stopMails(services, found)
      const { sellerName: seller } = found.shop
      return show(reply, params.shop, {
        status: 200,
        title: t('These emails have ended'),
        text: t('{seller} will not email you about unfinished orders again.', { seller }),
        action: null,
      })
    })
  })
}
