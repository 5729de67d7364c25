import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Config } from '#foundation/config.ts'
import type { NoticePageData } from './page-data.ts'
import { paymentPageHeaders } from './page-policy.ts'
import type { PaymentPages } from './payment-page.ts'

const notices = {
  unknown: {
    status: 404,
    title: 'This page does not exist',
    text: 'Check the address, or ask the seller for a new link.',
  },
  deleted: {
    status: 410,
    title: 'This form is no longer available',
    text: 'The seller has taken it down. You can no longer buy anything here.',
  },
  ended: {
    status: 410,
    title: 'The deadline has passed',
    text: 'You can no longer buy anything here.',
  },
  away: {
    status: 503,
    title: 'Back in a moment',
    // Whether this visitor has just paid is not known while the store is away; the page itself asks once it is back.
    text: 'The page cannot be shown right now. Reload it in a few seconds. If you have just paid, reload it in this tab to see what happened to your payment.',
  },
} as const satisfies Record<string, Omit<NoticePageData, 'redirectUrl'>>

type NoticeOptions = {
  /** Where the page takes its visitor. */
  readonly redirectUrl?: string | null
  /** Hosts whose pages may frame it. */
  readonly embedHosts?: readonly string[]
}

export type SendNotice = (
  reply: FastifyReply,
  notice: keyof typeof notices,
  options?: NoticeOptions,
) => FastifyReply

/** Sends a page of the buyers' side that has no form, with its status. */
export function createSendNotice(config: Config, pages: PaymentPages): SendNotice {
  return (reply, name, { redirectUrl = null, embedHosts = [] } = {}) => {
    const notice = { ...notices[name], redirectUrl }
    const nonce = preparePageReply(reply, config, pages, embedHosts)
    return reply.status(notice.status).send(pages.renderNotice(notice, nonce))
  }
}

/**
 * Sets the headers of a page of the buyers' side, which the pages of `embedHosts` may frame; answers the nonce that its
 * scripts and styles carry.
 */
export function preparePageReply(
  reply: FastifyReply,
  { publicUrl, provider }: Config,
  { scripts }: Pick<PaymentPages, 'scripts'>,
  embedHosts: readonly string[],
): string {
  const nonce = randomBytes(16).toString('base64')
  reply.headers(
    paymentPageHeaders({
      nonce,
      providerScriptUrl: provider.scriptUrl,
      pictureOrigin: null,
      isSecure: publicUrl.startsWith('https:'),
      scripts: scripts.map((path) => new URL(path, publicUrl).href),
      embedHosts,
    }),
  )
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  return nonce
}
