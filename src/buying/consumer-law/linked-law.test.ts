import { expect, test } from 'vitest'
import { hasLinkedLaw } from './linked-law.ts'

const american = { sellerCountry: 'US', withdrawalDays: null, currency: 'usd', isFree: false }

test.for([
  ['a German seller’s free form', { ...american, sellerCountry: 'DE', isFree: true }, 'en-US', true],
  ['a seller without a country', { ...american, sellerCountry: null }, 'en-US', true],
  ['an American seller who promises 30 days', { ...american, withdrawalDays: 30 }, 'en-US', true],
  ['an American seller’s prices in euros', { ...american, currency: 'eur' }, 'en-US', true],
  ['an American seller’s page read in Austria', american, 'de-AT', true],
  ['an American seller’s page read in German', american, 'de', true],
  ['an American seller’s page read in Britain', american, 'en-GB', true],
  ['an American seller’s page read in Mexico', american, 'es-MX', false],
  ['an American seller’s page', american, 'en-US', false],
  ['an American seller’s page for an unknown reader', american, null, false],
  ['an American seller’s free form read in German', { ...american, isFree: true }, 'de-DE', false],
] as const)('%s links to withdrawal where a law may grant it', ([, sale, locale, isLinked]) => {
  expect(hasLinkedLaw(sale, locale)).toBe(isLinked)
})
