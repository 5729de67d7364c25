import { expect, test } from 'vitest'
import { inLanguage } from '../language/t.ts'
import { languageMenu, menuOf } from './language-menu.ts'

test('a menu links to the page in each of its languages, by their own names, and keeps the other parameters', () => {
  const menu = inLanguage('de', () => languageMenu(new URLSearchParams('price=p&lang=de'), ['en', 'de']))

  expect(menu).toContain('<a href="?price=p&amp;lang=en" hreflang="en" lang="en"')
  expect(menu).toContain('>English</a>')
  expect(menu).toMatch(/hreflang="de"[^>]* aria-current="true">Deutsch</)
})

test('a page in one language has no menu, and the pseudo-language is in none', () => {
  expect(languageMenu(new URLSearchParams(), ['en'])).toBe('')
  expect(menuOf({ method: 'GET', url: '/my/shop?lang=en-XA' })).not.toContain('en-XA')
})

test('a response to a submitted form has no language menu', () => {
  expect(menuOf({ method: 'POST', url: '/withdraw' })).toBe('')
})
