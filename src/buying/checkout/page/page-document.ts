import { avifOf, pictureSources } from '#accounts/uploads/pictures/picture-sources.ts'
import { escapeHtml, frameDocument, nonceAttribute } from '#foundation/http/contract/document.ts'
import { detailsSizes } from '#buying/checkout/description/description.ts'
import type { PageWords } from '#foundation/language/speech.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { providerTrust } from '../pay/provider-trust.ts'
import type { NoticePageData, PaymentPageData } from './page-data.ts'
import { scriptsAfterPicture } from './scripts-after-picture.ts'

/** Links are absolute. */
export type LinkPreview = {
  /** The page's own link, without any parameters that were added when it was shared. */
  readonly url: string
  readonly siteName: string
  readonly picture: {
    readonly url: string
    readonly width: number
    readonly height: number
    readonly alt: string
  } | null
}

/** The parts of a page's HTML document. All texts are plain and are escaped here. */
export type DocumentParts = {
  readonly title: string
  readonly description: string
  /** The URL of the page's main picture. */
  readonly picture: string | null
  /** The link preview shown in a chat, or null if it has only a title. */
  readonly preview: LinkPreview | null
  readonly isIndexed: boolean
  /** Our own style rules, made from validated colors. */
  readonly theme: string
  /** The HTML inside the page's root element. */
  readonly markup: string
  /** The HTML of the page's language menu. */
  readonly menu?: string
  /** The data that the page hydrates from, or null if it is not hydrated. */
  readonly data: PaymentPageData | NoticePageData | null
  readonly providerScriptUrl: string | null
}

/** The page's own files: inlined style rules, and its modules, starting with the entry. */
export type PageAssets = {
  readonly styles: string
  readonly modules: readonly string[]
  /** Modules that the page loads only when it needs them. */
  readonly laterModules?: readonly string[]
  readonly words: PageWords
  /** Our own inline script in the head, which runs before anything is shown. */
  readonly inline?: string
  /** HTML tags that only the development server needs. */
  readonly developmentTags?: string
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7f1ccf"/>' +
    '<path d="M8 12h16M8 16h16v6H8z" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/></svg>',
)}`

/** Shown if the page's script has not loaded after a while. The script itself removes it. */
function unstarted(): string {
  const text = t('This page has not started yet. Reload it, or turn off anything that blocks scripts.')
  return `<p id="unstarted" role="status">${escapeHtml(text)}</p>`
}

/** A script element with the data and texts that the page's script starts from. */
export function dataScript(data: object, { words }: PageAssets): string {
  const json = scriptJson({ ...data, speech: words.in(currentLanguage()) })
  return `<script type="application/json" id="page-data">${json}</script>`
}

/** The complete HTML document of a payment page, or of a notice shown instead of it. */
export function buildDocument(parts: DocumentParts, assets: PageAssets, nonce: string | null): string {
  const title = escapeHtml(parts.title)
  const description = escapeHtml(parts.description)
  const { picture, preview, data, menu = '' } = parts
  const { head, end } = scripts(parts, assets, nonce)
  return frameDocument(
    {
      title: parts.title,
      robots: parts.isIndexed ? 'index, follow' : 'noindex',
      icon,
      metas: [
        ...(picture === null ? [] : [preload(picture)]),
        `<meta name="description" content="${description}">`,
        '<meta property="og:type" content="website">',
        `<meta property="og:title" content="${title}">`,
        `<meta property="og:description" content="${description}">`,
        ...(preview === null ? [] : previewTags(preview)),
      ],
      styles: assets.styles + parts.theme,
      scripts: head,
      body: `<div id="root">${parts.markup}</div>${menu}${data === null ? '' : unstarted() + dataScript(data, assets)}${end}`,
    },
    nonce,
  )
}

/** Sites that show large previews read `twitter:card`. Everything else comes from the other tags. */
function previewTags({ url, siteName, picture }: LinkPreview): string[] {
  const tag = (name: string, content: string | number) =>
    `<meta property="og:${name}" content="${escapeHtml(String(content))}">`
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    tag('url', url),
    tag('site_name', siteName),
    ...(picture === null
      ? []
      : [
          tag('image', picture.url),
          tag('image:width', picture.width),
          tag('image:height', picture.height),
          tag('image:alt', picture.alt),
        ]),
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">`,
  ]
}

/**
 * Requests the picture before the style rules arrive, on a slow connection 25 ms earlier than its own tag would. It
 * chooses from the same files as `ui/details/picture.tsx`.
 */
function preload(address: string): string {
  const sources = escapeHtml(pictureSources(avifOf(address)))
  return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesizes="${detailsSizes}" imagesrcset="${sources}">`
}

/**
 * A page without data is complete and runs no script. The picture loads before the scripts, except in
 * development, which has many.
 */
function scripts(parts: DocumentParts, assets: PageAssets, nonce: string | null) {
  const { data, picture, providerScriptUrl } = parts
  if (data === null) return { head: '', end: '' }
  const [entry = '', ...imported] = assets.modules
  const early = assets.inline === undefined ? '' : `<script>${assets.inline}</script>\n`
  if (picture === null || nonce !== null || imported.length > 0) {
    return { head: early + scriptTags(providerScriptUrl, assets, nonce), end: '' }
  }
  const provider = providerScriptUrl === null ? '' : ` data-provider="${escapeHtml(providerScriptUrl)}"`
  return {
    head: providerScriptUrl === null ? early : `${early}<script>${providerTrust(providerScriptUrl)}</script>`,
    end: `<script data-page="${escapeHtml(entry)}"${provider}>${scriptsAfterPicture}</script>`,
  }
}

/** The tags that start a page's modules and, if it has a URL, the card provider's script. */
export function scriptTags(
  providerScriptUrl: string | null,
  assets: PageAssets,
  nonce: string | null,
): string {
  const allowed = nonceAttribute(nonce)
  const [entry = '', ...imported] = assets.modules
  return [
    ...imported.map(
      (path) => `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(path)}"${allowed}>`,
    ),
    assets.developmentTags === undefined ? '' : withNonce(assets.developmentTags, nonce),
    // Low priority, because the page is complete without its script and the picture should load first.
    `<script type="module" fetchpriority="low" src="${escapeHtml(entry)}"${allowed}></script>`,
    providerScriptUrl === null
      ? ''
      : `<script${allowed}>${providerTrust(providerScriptUrl)}</script>
<script id="provider-script" async src="${escapeHtml(providerScriptUrl)}"${allowed}></script>`,
  ]
    .filter((tag) => tag !== '')
    .join('\n')
}

/** The development server's script reads the nonce for its styles from this property. */
function withNonce(tags: string, nonce: string | null): string {
  const allowed = nonceAttribute(nonce)
  return `<meta property="csp-nonce"${allowed}>${tags.replaceAll('<script', `<script${allowed}`)}`
}

/** JSON that cannot close its script element, whatever the seller has typed. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
