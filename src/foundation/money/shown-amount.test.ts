import { expect, test } from 'vitest'
import { shownAmount } from './shown-amount.ts'

test('amounts are shown with their currency’s decimals', () => {
  expect(shownAmount(5000, 'jpy')).toBe('¥5,000')
  expect(shownAmount(0, 'usd')).toBe('Free')
  expect(shownAmount(Number.NaN, 'usd')).toBe('–')
})
