import type { FastifyReply } from 'fastify'
import { currentLanguage, type Message, msg, say } from '#foundation/language/t.ts'
import { foreignTo, foreignUnless, translateForm } from '#foundation/language/translations.ts'
import type { Config } from '#foundation/config/config.ts'
import { shownScheme } from './color-scheme.ts'
import { portalPath } from '#payments/purchases/records/purchase-url.ts'
import type { StoredPage } from '../store.ts'
import { lookOf, shopOf } from './brand.ts'
import type { NoticePageData } from './page-data.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { paymentPageHeaders, type PageTrust } from './page-policy.ts'
import { noLook } from './plain-page.ts'
import type { PaymentPages } from './payment-page.ts'

type Notice = {
  readonly status: NoticePageData['status']
  readonly title: Message
  readonly text: Message
}

const notices = {
  unknown: {
    status: 404,
    title: msg('This page does not exist'),
    text: msg(
      'Check the link, or ask the seller for a new one. If you have already paid, the email with your receipt links to your purchase.',
    ),
  },
  deleted: {
    status: 410,
    title: msg('This form is no longer available'),
    text: msg('The seller has removed this page.'),
  },
  ended: {
    status: 410,
    title: msg('This sale has ended'),
    text: msg('This product is no longer available here.'),
  },
  /** Shown to buyers who return from their bank after the form was deleted. */
  returned: {
    status: 200,
    title: msg('We are checking your payment'),
    text: msg(
      'If it went through, you will get an email within the hour. If not, you were not charged. Please do not pay again until then.',
    ),
  },
  away: {
    status: 503,
    title: msg('We will be right back'),
    // While the database is unavailable, we do not know whether this visitor has just paid. The page asks
    // once it is available again.
    text: msg(
      'We cannot show this page right now. Reload it in a few seconds. If you have just paid, reload it in this tab to see whether your payment went through.',
    ),
  },
} as const satisfies Record<string, Notice>

type NoticeOptions = {
  /** The page to which the visitor is redirected. */
  readonly redirectUrl?: string | null
  /** The form that the notice replaces. */
  readonly form?: StoredPage
  /** Whether the page is shown in a frame. */
  readonly isFramed?: boolean
}

export type SendNotice = (
  reply: FastifyReply,
  notice: keyof typeof notices,
  options?: NoticeOptions,
) => FastifyReply

/** Sends buyers a page without a form, with its HTTP status. */
export function createSendNotice(config: Config, pages: PaymentPages): SendNotice {
  return (reply, name, { redirectUrl = null, form, isFramed = false } = {}) => {
    const { status, title, text } = notices[name]
    const notice = {
      status,
      title: say(title),
      text: say(text),
      redirectUrl,
      shop: form === undefined ? null : shopOf(form),
      portal: form === undefined ? null : portalPath(form.sellerId),
      product: form === undefined ? null : productOf(form),
    }
    const { html, trust } = pages.renderNotice(notice, {
      ...(form === undefined ? noLook : lookOf(form)),
      scheme: shownScheme(form?.colorScheme ?? 'automatic', isFramed),
    })
    return reply
      .status(notice.status)
      .headers(pageHeaders(config, trust, form?.embedHosts ?? []))
      .send(html)
  }
}

/** The product that a form sold, in the language of the response if the seller translated it. */
function productOf(stored: StoredPage): NoticePageData['product'] {
  const language = currentLanguage()
  const { title, translated, ...form } = translateForm(stored, language)
  const foreign = foreignUnless(translated?.includes('title'), foreignTo(language, stored.contentLanguage))
  const picture = pickFields(form, ['image', 'imageFit', 'imageFocus'])
  return { title, ...picture, ...(foreign && { foreign }) }
}

/** The headers of a page for buyers that pages on `embedHosts` can frame. */
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
