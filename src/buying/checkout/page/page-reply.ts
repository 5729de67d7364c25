import type { FastifyReply } from 'fastify'
import type { Config } from '#foundation/config/config.ts'
import { shownScheme } from './color-scheme.ts'
import type { Brand } from './page-cache.ts'
import type { NoticePageData } from './page-data.ts'
import { paymentPageHeaders, type PageTrust } from './page-policy.ts'
import { noLook } from './plain-page.ts'
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
  /** To who comes back from their bank to a form that is gone meanwhile. */
  returned: {
    status: 200,
    title: 'We are looking at your payment',
    text: 'If it went through, you will get an email within the hour. If you get none, you have not been charged. Do not pay again before that.',
  },
  away: {
    status: 503,
    title: 'Back in a moment',
    // Whether this visitor has just paid is not known while the store is away; the page itself asks once it is back.
    text: 'The page cannot be shown right now. Reload it in a few seconds. If you have just paid, reload it in this tab to see what happened to your payment.',
  },
} as const satisfies Record<string, Omit<NoticePageData, 'redirectUrl' | 'shop'>>

type NoticeOptions = {
  /** Where the page takes its visitor. */
  readonly redirectUrl?: string | null
  /** Hosts whose pages may frame it. */
  readonly embedHosts?: readonly string[]
  /** Whose page it was. */
  readonly brand?: Brand
  /** It stands in a frame. */
  readonly isFramed?: boolean
}

export type SendNotice = (
  reply: FastifyReply,
  notice: keyof typeof notices,
  options?: NoticeOptions,
) => FastifyReply

/** Sends a page of the buyers' side that has no form, with its status. */
export function createSendNotice(config: Config, pages: PaymentPages): SendNotice {
  return (reply, name, { redirectUrl = null, embedHosts = [], brand, isFramed = false } = {}) => {
    const notice = { ...notices[name], redirectUrl, shop: brand?.shop ?? null }
    const { html, trust } = pages.renderNotice(notice, {
      ...(brand?.look ?? noLook),
      scheme: shownScheme(brand?.colorScheme ?? 'automatic', isFramed),
    })
    return reply
      .status(notice.status)
      .headers(pageHeaders(config, trust, embedHosts))
      .send(html)
  }
}

/** The headers of a page of the buyers' side, which the pages of `embedHosts` may frame. */
export function pageHeaders(
  { publicUrl, provider }: Config,
  trust: PageTrust,
  embedHosts: readonly string[],
): Readonly<Record<string, string>> {
  return {
    ...paymentPageHeaders({
      trust,
      providerScriptUrl: provider.scriptUrl,
      pictureOrigin: null,
      isSecure: publicUrl.startsWith('https:'),
      embedHosts,
    }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  }
}
