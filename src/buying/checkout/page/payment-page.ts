import { randomBytes } from 'node:crypto'
import { previewOf, previewSize } from '#accounts/uploads/pictures/picture-sources.ts'
import { cutAtWord } from '#foundation/text/cut-text.ts'
import { styleRules } from '#foundation/http/contract/document.ts'
import { hasFunctions, openRenderer, type FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import { hasPrice, isChosenFrom } from '#payments/pricing/sold-form.ts'
import { plainDescription } from '../description/description.ts'
import type { PageWords } from '#foundation/language/speech.ts'
import { hashSource } from '../pay/provider-trust.ts'
import { stillOf } from '../description/youtube.ts'
import { shownScheme } from './color-scheme.ts'
import {
  choicePageSource,
  openAssets,
  openingPageSource,
  readTextPreserver,
  paymentPageSource,
  timedPageSource,
  type PageSource,
} from './page-assets.ts'
import type { NoticePageData, PaymentPageData } from './page-data.ts'
import { buildDocument, type DocumentParts, type LinkPreview, type PageAssets } from './page-document.ts'
import type { PageTrust } from './page-policy.ts'
import { blockStyle } from './block-style.ts'
import { pictureStyle } from './picture-style.ts'
import { themeStyle, type Look } from './page-theme.ts'
import { hasStart, isTimed } from './page-kinds.ts'

/** A complete HTML document, and the sources that its security policy must allow. */
export type PageDocument = { readonly html: string; readonly trust: PageTrust }

export type PaymentPages = {
  /** Renders a form's page. `menu` is the HTML of its language menu, if it has several languages. */
  readonly render: (data: PaymentPageData, isFramed: boolean, menu?: string) => PageDocument
  /** Without a form. */
  readonly renderNotice: (notice: NoticePageData, look: Look) => PageDocument
  /** The texts of the page's builds, by build name. */
  readonly words: ReadonlyMap<string, PageWords>
}

/** The renderer in `ui/render.tsx`, which returns the HTML inside the page's root element. */
type PageMarkup = {
  readonly renderPage: (data: PaymentPageData) => string
  readonly renderNotice: (notice: NoticePageData) => string
}

const pageRenderer = { name: 'payment', entry: 'src/buying/checkout/ui/page/render.tsx' } as const

function isPageMarkup(module: unknown): module is PageMarkup {
  return hasFunctions(module, ['renderPage', 'renderNotice'])
}

/** Makes the renderer of payment pages. `publicUrl` is the product's URL as buyers see it. */
export async function openPaymentPages(files: FrontEnd, publicUrl: string): Promise<PaymentPages> {
  const preserver = await readTextPreserver(files)
  const open = async (source: PageSource) => ({ ...(await openAssets(files, source)), ...preserver })
  const [plain, timed, choosing, opening] = await Promise.all([
    open(paymentPageSource),
    open(timedPageSource),
    open(choicePageSource),
    open(openingPageSource),
  ])
  const markup = await openRenderer(files, pageRenderer, isPageMarkup)
  const isLive = files.dev !== undefined
  const scriptsOf = ({ modules, laterModules = [], inline }: PageAssets) => [
    ...[...modules, ...laterModules].map((path) => new URL(path, publicUrl).href),
    ...(inline === undefined ? [] : [hashSource(inline)]),
  ]
  const scripts = new Map([plain, timed, choosing, opening].map((assets) => [assets, scriptsOf(assets)]))
  const documentOf = (parts: DocumentParts, assets: PageAssets): PageDocument => {
    if (isLive) {
      const nonce = randomBytes(16).toString('base64')
      return { html: buildDocument(parts, assets, nonce), trust: { nonce } }
    }
    const styles = hashSource(styleRules(assets.styles + parts.theme))
    return { html: buildDocument(parts, assets, null), trust: { scripts: scripts.get(assets) ?? [], styles } }
  }
  const assetsOf = (data: PaymentPageData) => {
    if (hasStart(data)) return opening
    if (isChosenFrom(data.pricing)) return choosing
    return isTimed(data) ? timed : plain
  }
  const words = new Map([
    [paymentPageSource.name, plain.words],
    [timedPageSource.name, timed.words],
    [choicePageSource.name, choosing.words],
    [openingPageSource.name, opening.words],
  ])
  return {
    words,
    render: (data, isFramed, menu = '') => {
      const parts = formParts(markup(), data, isFramed, publicUrl)
      return documentOf({ ...parts, menu }, assetsOf(data))
    },
    renderNotice: (notice, look) => documentOf(noticeParts(markup(), notice, look), plain),
  }
}

function formParts(
  markup: PageMarkup,
  data: PaymentPageData,
  isFramed: boolean,
  publicUrl: string,
): DocumentParts {
  const { form } = data
  return {
    title: `${form.title} · ${data.sellerName}`,
    description: summarize(plainDescription(form.description)),
    picture: form.image,
    preview: {
      url: new URL(`/payment/${form.id}`, publicUrl).href,
      siteName: data.sellerName,
      picture: previewPicture(form, publicUrl),
    },
    isIndexed: isIndexed(data),
    theme:
      themeStyle({ ...form, font: data.font, scheme: shownScheme(form.colorScheme, isFramed) }) +
      pictureStyle(form) +
      (data.blocks === undefined ? '' : blockStyle),
    markup: markup.renderPage(data),
    data: data.blocks === undefined ? data : { ...data, blocks: [] },
    providerScriptUrl: canCost(data) ? data.provider.scriptUrl : null,
  }
}

/**
 * A video without a picture uses YouTube's thumbnail in link previews. Neither our server nor the buyer's browser
 * requests it.
 */
function previewPicture(
  { title, image, video }: PaymentPageData['form'],
  publicUrl: string,
): LinkPreview['picture'] {
  if (image !== null) return { url: new URL(previewOf(image), publicUrl).href, ...previewSize, alt: title }
  return video === null ? null : { ...stillOf(video), alt: title }
}

/** Whether search engines can index the page, which is allowed only if the shop sells for real money. */
export function isIndexed({
  unavailable,
  isTestMode,
}: Pick<PaymentPageData, 'unavailable' | 'isTestMode'>): boolean {
  return unavailable === null && !isTestMode
}

function summarize(description: string): string {
  return cutAtWord(description.replaceAll(/\s+/g, ' ').trim(), 160)
}

function noticeParts(markup: PageMarkup, notice: NoticePageData, look: Look): DocumentParts {
  return {
    title: notice.title,
    description: notice.text,
    picture: null,
    preview: null,
    isIndexed: false,
    theme: themeStyle(look) + (notice.product === null ? '' : pictureStyle(notice.product)),
    markup: markup.renderNotice(notice),
    data: notice.redirectUrl === null ? null : notice,
    providerScriptUrl: null,
  }
}

/**
 * Whether any choice on the page, or an offer after it, needs a card. A page that never needs one loads no provider
 * script. A form that cannot be paid right now loads it, because an earlier payment may still be at the bank.
 */
function canCost({ pricing, hasOffers, provider }: PaymentPageData): boolean {
  return provider.accountId !== '' && (hasOffers || hasPrice(pricing))
}
