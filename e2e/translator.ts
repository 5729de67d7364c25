// Imitates a browser's translator, which replaces texts with elements, including in content added later.
import type { BrowserContext, Page } from '@playwright/test'

/**
 * Which texts are translated: all of them, those in a block with a letter (so a lone amount stays), or those with a
 * letter.
 */
export type Reading = 'all' | 'block' | 'letters'

export const readings: readonly Reading[] = ['all', 'block', 'letters']

/** What the translator writes: words that a test can tell from the page's own, or the same words. */
type Tongue = 'loud' | 'same'

/** Where the translation is placed: instead of the text, in two pieces, or after the hidden text. */
export type Way = 'instead' | 'in two' | 'behind'

type Translator = { readonly reading: Reading; readonly tongue: Tongue; readonly way: Way }

/** Translates this page from now on, and every page opened from it. */
export async function translate(
  page: Page,
  reading: Reading,
  tongue: Tongue = 'loud',
  way: Way = 'instead',
): Promise<void> {
  await translateNext(page, reading, tongue, way)
  await page.evaluate<void, Translator>(startTranslator, { reading, tongue, way })
}

/** Translates the next page before its own scripts run. */
export async function translateNext(
  page: Page | BrowserContext,
  reading: Reading,
  tongue: Tongue = 'loud',
  way: Way = 'instead',
): Promise<void> {
  await page.addInitScript<Translator>(startTranslator, { reading, tongue, way })
}

/** Runs in the page, where nothing else from this file is available. */
function startTranslator({ reading, tongue, way }: Translator): void {
  const untouched = 'script, style, noscript, textarea, title, svg, font, .original, [contenteditable]'
  let isOdd = false
  // Real translators use this element although it is obsolete.
  const name: string = 'font'

  const isWanted = (text: Text): boolean => {
    const parent = text.parentElement
    if (text.data.trim() === '' || parent === null || parent.closest(untouched) !== null) return false
    if (reading === 'all') return true
    let within: Element = parent
    if (reading === 'letters') return /\p{L}/u.test(text.data)
    while (getComputedStyle(within).display === 'inline' && within.parentElement)
      within = within.parentElement
    return /\p{L}/u.test(within.textContent)
  }

  const replace = (text: Text): void => {
    const outer = document.createElement(name)
    const inner = document.createElement(name)
    outer.append(inner)
    const words = tongue === 'loud' ? text.data.toUpperCase() : text.data
    isOdd = !isOdd
    if (way === 'behind') {
      const hidden = document.createElement('span')
      hidden.hidden = true
      // Prevents our own output from being translated again.
      hidden.className = 'original'
      inner.append(words)
      if (isOdd) text.replaceWith(hidden)
      else text.before(hidden)
      hidden.append(text)
      hidden.after(outer)
      return
    }
    if (way === 'in two' && /\S \S/.test(words)) {
      // Splits between words, because a flexbox would tear a word apart.
      const half = words.search(/(?<=\S) \S/)
      const first = document.createElement(name)
      first.append(words.slice(0, half))
      inner.append(words.slice(half))
      text.before(first)
      text.before(outer)
      text.remove()
      return
    }
    inner.append(words)
    // Real translators do both of these things.
    if (isOdd) text.replaceWith(outer)
    else {
      text.before(outer)
      text.remove()
    }
  }

  const walk = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) if (text.isConnected && isWanted(text)) replace(text)
  }

  const begin = (): void => {
    walk(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        if (type === 'characterData') walk(target)
        else for (const node of addedNodes) walk(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
}
