import { expect, test } from 'vitest'
import { isCountry } from '#accounts/invoice-details/countries.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { isGrossFirst } from './gross-countries.ts'
import { shownPrice } from './shown-price.ts'

const added = { percentage: '8.25', inclusive: false }
const included = { percentage: '19', inclusive: true }

test.for([
  ['tax added in a US shop', 'US', added, 14_900, '+ tax'],
  ['tax added in a German shop', 'DE', added, 16_129, 'incl. tax'],
  ['tax added in a shop without a country', null, added, 14_900, '+ tax'],
  ['tax included in a US shop', 'US', included, 14_900, 'incl. tax'],
  ['no tax', 'DE', null, 14_900, ''],
  ['a tax rate of 0', 'DE', { percentage: '0', inclusive: false }, 14_900, ''],
] as const)('a price of 149.00 is shown correctly with %s', ([, country, tax, amount, note]) => {
  const price = taxAmount(14_900, tax, 'usd')
  expect(shownPrice(price, tax, isGrossFirst(country))).toEqual({ amount, note })
})

test('a free price is shown without tax', () => {
  expect(shownPrice(taxAmount(0, added, 'usd'), added, true)).toEqual({ amount: 0, note: '' })
})

test('European buyers see prices with tax and North American buyers before tax', () => {
  const gross = ['AT', 'IE', 'AX', 'RE', 'NO', 'GB', 'CH', 'AU', 'NZ', 'JP']
  expect(gross.every((code) => isCountry(code) && isGrossFirst(code))).toBe(true)
  expect(['US', 'CA'].some(isGrossFirst)).toBe(false)
})
