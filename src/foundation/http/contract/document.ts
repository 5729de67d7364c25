import { paletteStyle } from '#foundation/http/pages/palette.ts'

/** What every document of ours has: its title is text, all else is markup and style rules. */
type DocumentFrame = {
  readonly title: string
  readonly robots: string
  readonly icon?: string
  /** What only this document's head has. */
  readonly metas?: readonly string[]
  readonly styles: string
  readonly scripts?: string
  readonly body: string
}

/**
 * Puts a whole document together, in the palette of all of them. Its style rules carry the nonce of this answer, or none
 * where the policy knows them by their hash: `styleRules`.
 */
export function frameDocument(
  { title, robots, icon = 'data:,', metas = [], styles, scripts = '', body }: DocumentFrame,
  nonce: string | null,
): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
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

/** All style rules of a document, as its policy's hash covers them. */
export function styleRules(styles: string): string {
  return paletteStyle + styles
}

/** What a script or style is let in by, where its policy has a nonce. */
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
