import { expect, test } from 'vitest'
import { inLanguage } from '../language/t.ts'
import { languageMenu, menuOf } from './language-menu.ts'

test('the language menu links to the page in each language, by its own name, and preserves other parameters', () => {
  const menu = inLanguage('de', () => languageMenu(new URLSearchParams('price=p&lang=de'), ['en', 'de']))

  expect(menu).toContain('<a href="?price=p&amp;lang=en" hreflang="en" lang="en"')
  expect(menu).toContain('>English</a>')
  expect(menu).toMatch(/hreflang="de"[^>]* aria-current="true">Deutsch</)
})

test('a page in only one language has no language menu, and the pseudo-language is in no menu', () => {
  expect(languageMenu(new URLSearchParams(), ['en'])).toBe('')
  expect(menuOf({ method: 'GET', url: '/my/shop?lang=en-XA' })).not.toContain('en-XA')
})

test('a response to a submitted form has no language menu', () => {
  expect(menuOf({ method: 'POST', url: '/withdraw' })).toBe('')
})
