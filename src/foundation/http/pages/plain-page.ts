import { frameDocument } from '../contract/document.ts'
import { hasFunctions, openRenderer, type FrontEnd } from './open-renderer.ts'
import type { PlainPageData } from './plain-page-data.ts'
import { plainStyle } from './plain-style.ts'

/** Renders a page that needs no other file, for requests that no page of the product can answer. */
export type RenderPlainPage = (page: PlainPageData, nonce: string) => string

type PlainMarkup = { readonly renderPlainPage: (page: PlainPageData) => string }

const source = { name: 'plain', entry: 'src/foundation/http/ui/render.tsx' } as const

export async function openPlainPages(files: FrontEnd): Promise<RenderPlainPage> {
  const markup = await openRenderer(files, source, isPlainMarkup)
  return (page, nonce) => {
    const body = markup().renderPlainPage(page)
    return frameDocument({ title: page.title, robots: 'noindex', styles: plainStyle, body }, nonce)
  }
}

function isPlainMarkup(module: unknown): module is PlainMarkup {
  return hasFunctions(module, ['renderPlainPage'])
}

/** The headers of a plain page, which allow only its own style sheet, by `nonce`. */
export function plainPageHeaders(nonce: string) {
  return {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
  }
}
