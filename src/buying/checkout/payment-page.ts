import { randomBytes } from 'node:crypto'
import { styleRules } from '#foundation/http/document.ts'
import { hasFunctions, openRenderer, type FrontEnd } from '#foundation/http/open-renderer.ts'
import { nextTimer } from '#payments/pricing/price-promise.ts'
import { dayText } from '#foundation/day-text.ts'
import { openAssets, paymentPageSource } from './page-assets.ts'
import type { NoticePageData, PaymentPageData } from './page-data.ts'
import { buildDocument, type DocumentParts } from './page-document.ts'
import type { PageTrust } from './page-policy.ts'
import { themeStyle } from './page-theme.ts'
import { hashSource } from './provider-trust.ts'

/** A whole document, and what its policy lets run. */
export type PageDocument = { readonly html: string; readonly trust: PageTrust }

export type PaymentPages = {
  /** Of a form. */
  readonly render: (data: PaymentPageData) => PageDocument
  /** Without a form. */
  readonly renderNotice: (notice: NoticePageData) => PageDocument
}

/** What `ui/render.tsx` offers: the markup below the document's root. */
type PageMarkup = {
  readonly renderPage: (data: PaymentPageData) => string
  readonly renderNotice: (notice: NoticePageData) => string
}

const pageRenderer = { name: 'payment', entry: 'src/buying/checkout/ui/render.tsx' } as const

function isPageMarkup(module: unknown): module is PageMarkup {
  return hasFunctions(module, ['renderPage', 'renderNotice'])
}

/** Opens the payment page's renderer. `publicUrl` is the address of the product as buyers see it. */
export async function openPaymentPages(files: FrontEnd, publicUrl: string): Promise<PaymentPages> {
  const assets = await openAssets(files, paymentPageSource)
  const markup = await openRenderer(files, pageRenderer, isPageMarkup)
  const isLive = files.dev !== undefined
  const cache: PageCache = new WeakMap()
  const partsOf = (data: PaymentPageData): DocumentParts =>
    isLive
      ? { ...formParts(markup(), data, publicUrl), quote: data.quote }
      : cachedParts(cache, markup(), data, publicUrl)
  const modules = [...assets.modules, ...(assets.laterModules ?? [])]
  const scripts = modules.map((path) => new URL(path, publicUrl).href)
  const documentOf = (parts: DocumentParts): PageDocument => {
    if (isLive) {
      const nonce = randomBytes(16).toString('base64')
      return { html: buildDocument(parts, assets, nonce), trust: { nonce } }
    }
    const styles = hashSource(styleRules(assets.styles + parts.theme))
    return { html: buildDocument(parts, assets, null), trust: { scripts, styles } }
  }
  return {
    render: (data) => documentOf(partsOf(data)),
    renderNotice: (notice) => documentOf(noticeParts(markup(), notice)),
  }
}

type FormParts = Omit<DocumentParts, 'quote'>
type PageCache = WeakMap<
  PaymentPageData['form'],
  { readonly data: PaymentPageData; readonly parts: FormParts }
>

/**
 * Answers for one form differ in the quote's token and nothing else, as long as all other data are the same objects and
 * the quoted price is the same, and the day where dates are shown; so the markup is rendered once for them.
 */
function cachedParts(
  cache: PageCache,
  markup: PageMarkup,
  data: PaymentPageData,
  publicUrl: string,
): DocumentParts {
  const cached = cache.get(data.form)
  if (cached !== undefined && looksTheSame(cached.data, data)) return { ...cached.parts, quote: data.quote }
  const parts = formParts(markup, data, publicUrl)
  cache.set(data.form, { data, parts })
  return { ...parts, quote: data.quote }
}

function looksTheSame(one: PaymentPageData, other: PaymentPageData): boolean {
  return (
    one.pricing === other.pricing &&
    (one.pricing.recurrence === null || dayText(one.quote.issuedAt) === dayText(other.quote.issuedAt)) &&
    one.bumps === other.bumps &&
    one.provider === other.provider &&
    one.sellerName === other.sellerName &&
    one.taxTitle === other.taxTitle &&
    one.isTestMode === other.isTestMode &&
    one.unavailable === other.unavailable &&
    one.quote.price.total === other.quote.price.total &&
    nextTimer(one.pricing, one.quote.issuedAt) === nextTimer(other.pricing, other.quote.issuedAt)
  )
}

function formParts(markup: PageMarkup, data: PaymentPageData, publicUrl: string): FormParts {
  const { quote: _, ...rest } = data
  const { form } = data
  return {
    title: `${form.title} · ${data.sellerName}`,
    description: summarize(form.description),
    image: form.image === null ? null : new URL(form.image, publicUrl).href,
    isIndexed: isIndexed(data),
    theme: themeStyle(form.themeColor, form.buttonTextColor),
    markup: markup.renderPage(data),
    data: rest,
    providerScriptUrl: data.unavailable === null && canCost(data) ? data.provider.scriptUrl : null,
  }
}

/** Whether search engines may list the page: that of a shop that sells, for real money. */
export function isIndexed({
  unavailable,
  isTestMode,
}: Pick<PaymentPageData, 'unavailable' | 'isTestMode'>): boolean {
  return unavailable === null && !isTestMode
}

/** Whether any choice on the page, or an offer after it, asks for a card; a page that never does loads no script of the provider's. */
function canCost({ pricing, hasOffers }: PaymentPageData): boolean {
  return hasOffers || [pricing, ...pricing.bumps, ...pricing.timers].some(({ amount }) => (amount ?? 0) > 0)
}

function summarize(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 160 ? line : `${line.slice(0, 159).trimEnd()}…`
}

function noticeParts(markup: PageMarkup, notice: NoticePageData): DocumentParts {
  return {
    title: notice.title,
    description: notice.text,
    image: null,
    isIndexed: false,
    theme: themeStyle('#18181b', '#fff'),
    markup: markup.renderNotice(notice),
    data: notice.redirectUrl === null ? null : notice,
    quote: null,
    providerScriptUrl: null,
  }
}
