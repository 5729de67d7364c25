import { expect, test } from 'vitest'
import { readerOf } from '../text/reader.ts'
import { languageOf, namedLanguage } from './read-language.ts'

test('a page uses the first of the browser’s languages that it offers', () => {
  expect(languageOf('fr-CH, de;q=0.9, en;q=0.5', ['en', 'de'])).toBe('de')
  expect(languageOf('en-GB', ['en', 'de'])).toBe('en')
})

test('a page that offers none of the browser’s languages uses its own first language', () => {
  expect(languageOf('hu', ['de', 'fr'])).toBe('de')
  expect(languageOf(undefined, ['de', 'fr'])).toBe('de')
  expect(languageOf('hu')).toBe('en')
})

test('a link can request one of a page’s languages, or the pseudo-language', () => {
  expect(namedLanguage('en', ['de'])).toBeUndefined()
  expect(namedLanguage('en-XA', ['de'])).toBe('en-XA')
  expect(namedLanguage('xx')).toBeUndefined()
})

test('amounts and dates stay in the browser’s own formats until another language is requested', () => {
  expect(readerOf('de-CH').locale).toBe('de-CH')
  expect(readerOf('nb, en;q=0.5', 'en').locale).toBe('nb')
  expect(readerOf('de-CH', 'en-XA')).toMatchObject({ language: 'en-XA', locale: 'en-XA' })
})
