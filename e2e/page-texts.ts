// Collects all texts of the pages that a test opens, including those shown only for a moment.
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'

const list = z.array(z.string())

/**
 * Collects the texts of all pages in a browser context as they change. Calls `keep` with the texts and the page's
 * path.
 */
export async function watchTexts(
  context: BrowserContext,
  keep: (place: string, texts: readonly string[]) => void,
): Promise<void> {
  await context.exposeBinding('keepTexts', ({ page }, texts: unknown) =>
    keep(new URL(page.url()).pathname, list.parse(texts)),
  )
  await context.addInitScript(`
    if (window === window.top) {
      const read = () => window.keepTexts((${textsOfDocument.toString()})())
      new MutationObserver(read).observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true,
        attributeFilter: ['placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'content'],
      })
    }
  `)
}

export async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(textsOfDocument)
}

/** Runs in the page. Hidden texts count too, because they are shown or read aloud later. */
function textsOfDocument(): string[] {
  const texts: (string | null)[] = []
  const found = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  while (found.nextNode() !== null) {
    const { currentNode: text } = found
    const parent = text.parentElement
    if (parent === null || parent.closest('script, style, svg style') !== null) continue
    // The pseudo-language shows country names in English.
    const isCountry = parent instanceof HTMLOptionElement && /^[A-Z]{2}$/.test(parent.value)
    if (isCountry && document.documentElement.lang === 'en-XA') continue
    // Language names are shown in their own language.
    if (parent.closest('[hreflang]') !== null) continue
    const value = text.nodeValue ?? ''
    texts.push(parent.tagName === 'NOSCRIPT' ? value.replaceAll(/<[^>]*>/g, ' ') : value)
  }
  const names = ['placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title']
  for (const name of names) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      // Stripe's frame has its own title.
      if (element.tagName !== 'IFRAME') texts.push(element.getAttribute(name))
    }
  }
  const told = ['description', 'og:title', 'og:description', 'og:image:alt', 'og:site_name', 'twitter:title']
    .map((name) => `meta[name="${name}"], meta[property="${name}"]`)
    .join()
  for (const element of document.querySelectorAll(told)) texts.push(element.getAttribute('content'))
  return [...new Set(texts.map((text) => (text ?? '').trim()))].filter(
    // The title of Stripe's frame also appears in our page.
    (text) => /\p{L}{2}/u.test(text) && text !== 'Authenticate your payment',
  )
}
