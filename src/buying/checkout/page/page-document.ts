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
  /** The page's own link, without anything that a shared link can add. */
  readonly url: string
  readonly siteName: string
  readonly picture: {
    readonly url: string
    readonly width: number
    readonly height: number
    readonly alt: string
  } | null
}

/** The parts of a page's document; all text is plain and is escaped here. */
export type DocumentParts = {
  readonly title: string
  readonly description: string
  /** The address of the page's main picture. */
  readonly picture: string | null
  /** The link preview in a chat; null: only its title. */
  readonly preview: LinkPreview | null
  readonly isIndexed: boolean
  /** Our style rules, built from checked colors. */
  readonly theme: string
  /** The rendered markup below the root. */
  readonly markup: string
  /** The markup of its languages. */
  readonly menu?: string
  /** The data that the page hydrates from; null: it is not hydrated. */
  readonly data: PaymentPageData | NoticePageData | null
  readonly providerScriptUrl: string | null
}

/** The page's own files: inlined style rules, and its modules with the entry first. */
export type PageAssets = {
  readonly styles: string
  readonly modules: readonly string[]
  /** Modules that the page loads when it needs them. */
  readonly laterModules?: readonly string[]
  readonly words: PageWords
  /** A script of ours that runs in the head, before anything is shown. */
  readonly inline?: string
  /** Tags that only the development server needs. */
  readonly developmentTags?: string
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7f1ccf"/>' +
    '<path d="M8 12h16M8 16h16v6H8z" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/></svg>',
)}`

/** Shown if the page's script does not arrive within a while; the script removes it. */
function unstarted(): string {
  const text = t('This page has not started yet. Reload it, or turn off anything that blocks scripts.')
  return `<p id="unstarted" role="status">${escapeHtml(text)}</p>`
}

/** The data that a page starts from in the browser, with its texts, for its script to read. */
export function dataScript(data: object, { words }: PageAssets): string {
  const json = scriptJson({ ...data, speech: words.in(currentLanguage()) })
  return `<script type="application/json" id="page-data">${json}</script>`
}

/** The whole document of a payment page, or of a notice shown instead. */
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

/** Large previews read `twitter:card`; everything else comes from the other tags. */
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
 * Requests the picture before the style rules arrive, on a slow line 25 ms earlier than its own tag does. It chooses
 * among the same files as `ui/details/picture.tsx`.
 */
function preload(address: string): string {
  const sources = escapeHtml(pictureSources(avifOf(address)))
  return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesizes="${detailsSizes}" imagesrcset="${sources}">`
}

/**
 * A page without data is complete and runs no script. The picture comes before the scripts, except in development,
 * which has many.
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

/** The tags that start a page's modules, and the card provider's script if it has an address. */
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
    // The page is complete without it: its picture comes first.
    `<script type="module" fetchpriority="low" src="${escapeHtml(entry)}"${allowed}></script>`,
    providerScriptUrl === null
      ? ''
      : `<script${allowed}>${providerTrust(providerScriptUrl)}</script>
<script id="provider-script" async src="${escapeHtml(providerScriptUrl)}"${allowed}></script>`,
  ]
    .filter((tag) => tag !== '')
    .join('\n')
}

/** The development server's script takes the nonce for its styles from this property. */
function withNonce(tags: string, nonce: string | null): string {
  const allowed = nonceAttribute(nonce)
  return `<meta property="csp-nonce"${allowed}>${tags.replaceAll('<script', `<script${allowed}`)}`
}

/** JSON that cannot close its script element, whatever the seller typed. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
