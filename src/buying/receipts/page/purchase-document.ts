import { dataScript, type PageAssets, scriptTags } from '#buying/checkout/page/page-document.ts'
import { permissionsPolicy, providerSources } from '#buying/checkout/page/page-policy.ts'
import { type Look, shopLook, themeStyle } from '#buying/checkout/page/page-theme.ts'
import { frameDocument } from '#foundation/http/contract/document.ts'
import { closingDirectives, reportingHeaders } from '#foundation/http/contract/reporting.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { NoticePageData } from '#buying/checkout/page/page-data.ts'
import type { SubscriptionData } from './subscription-data.ts'
import type { NoticeAction, PauseQuestion, PurchasePageData } from './purchase-data.ts'

const plainLook = shopLook({ brandColor: null, font: 'system' })

type PurchaseDocument = {
  readonly title: string
  readonly markup: string
  readonly look?: Look
  /** The data of a page with a script. Without data, the page runs no script and sends no requests. */
  readonly live?: SubscriptionData | undefined
}

export function purchaseDocument(
  { title, markup, look = plainLook, live }: PurchaseDocument,
  assets: PageAssets,
  nonce: string,
): string {
  return frameDocument(
    {
      title,
      robots: 'noindex, nofollow',
      styles: assets.styles + themeStyle(look),
      scripts: live === undefined ? '' : scriptTags(live.provider.scriptUrl, assets, nonce),
      body: live === undefined ? markup : markup + dataScript(live, assets),
    },
    nonce,
  )
}

export const privateHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
} as const

type PageNeeds = {
  readonly isSecure: boolean
  readonly hasVideo: boolean
  readonly providerScriptUrl: string | undefined
}

/** The headers of a purchase page. Its URL contains a secret, which must not leak or be cached. */
export function purchaseHeaders(
  nonce: string,
  { isSecure, hasVideo, providerScriptUrl }: PageNeeds,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(hasVideo ? ["media-src 'self'"] : []),
    ...(providerScriptUrl === undefined ? [] : liveSources(nonce, providerScriptUrl)),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...closingDirectives(providerScriptUrl === undefined ? 'none' : 'default'),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    ...reportingHeaders,
    ...privateHeaders,
    'permissions-policy':
      providerScriptUrl === undefined
        ? 'camera=(), geolocation=(), microphone=(), payment=()'
        : permissionsPolicy(providerScriptUrl),
  }
}

/** Scripts run only with a nonce, and card data can only be sent to the provider. */
function liveSources(nonce: string, providerScriptUrl: string): string[] {
  const { script, connect, frame } = providerSources(providerScriptUrl)
  return [
    `script-src 'nonce-${nonce}' 'strict-dynamic' ${script}`,
    `connect-src 'self' ${connect}`,
    `frame-src ${frame}`,
  ]
}

/** The functions in `ui/render.tsx`, which return the HTML of a document's body. */
export type PurchaseMarkup = {
  readonly renderPurchase: (data: PurchasePageData) => string
  readonly renderNotice: (notice: NoticePageData, action: NoticeAction | null) => string
  readonly renderPause: (question: PauseQuestion) => string
}

export const purchaseRenderer: RendererSource = {
  name: 'purchase',
  entry: 'src/buying/receipts/ui/render.tsx',
}

export function isPurchaseMarkup(module: unknown): module is PurchaseMarkup {
  return hasFunctions(module, ['renderPurchase', 'renderNotice', 'renderPause'])
}
