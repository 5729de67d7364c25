import { directionOf } from '#foundation/language/languages.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { paletteStyle } from '#foundation/http/pages/palette.ts'

/** The parts of an HTML document. The title is text; everything else is HTML and style rules. */
type DocumentFrame = {
  readonly title: string
  readonly robots: string
  readonly icon?: string
  /** Additional HTML in this document's head. */
  readonly metas?: readonly string[]
  readonly styles: string
  readonly scripts?: string
  readonly body: string
}

/**
 * Builds an HTML document with the shared palette in the current language. Its style rules have this response's nonce,
 * or no nonce if the security policy contains their hash (`styleRules`).
 */
export function frameDocument(
  { title, robots, icon = 'data:,', metas = [], styles, scripts = '', body }: DocumentFrame,
  nonce: string | null,
): string {
  return [
    '<!doctype html>',
    htmlTag(),
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="robots" content="${robots}">`,
    '<meta name="color-scheme" content="light dark">',
    ...metas,
    `<link rel="icon" href="${icon}">`,
    `<style${nonceAttribute(nonce)}>${styleRules(styles)}</style>`,
    scripts,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
    '',
  ].join('\n')
}

function htmlTag(): string {
  const language = currentLanguage()
  const direction = directionOf(language)
  return `<html lang="${language}"${direction === 'ltr' ? '' : ` dir="${direction}"`}>`
}

/** All style rules of a document. Its security policy contains their hash. */
export function styleRules(styles: string): string {
  return paletteStyle + styles
}

/** The attribute with the nonce that permits a script or style. */
export function nonceAttribute(nonce: string | null): string {
  return nonce === null ? '' : ` nonce="${nonce}"`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
