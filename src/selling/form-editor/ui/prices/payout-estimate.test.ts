import { expect, test } from 'vitest'
import { estimatePayout } from './payout-estimate.tsx'

test.each([
  { amount: 4_900, currency: 'usd', country: 'US', net: 4_728 },
  { amount: 4_900, currency: 'eur', country: 'DE', net: 4_801 },
  { amount: 5_000, currency: 'jpy', country: 'JP', net: 4_820 },
])('of $amount $currency, a seller in $country gets $net', ({ amount, currency, country, net }) => {
  expect(estimatePayout(amount, currency, country)?.net).toBe(net)
})

test.each([
  { why: 'the country is unknown', amount: 4_900, currency: 'usd', country: null },
  { why: 'the country has no list price here', amount: 4_900, currency: 'brl', country: 'BR' },
  { why: 'Stripe converts the currency', amount: 4_900, currency: 'usd', country: 'DE' },
  { why: 'the fee is the whole amount', amount: 30, currency: 'usd', country: 'US' },
])('nothing is estimated if $why', ({ amount, currency, country }) => {
  expect(estimatePayout(amount, currency, country)).toBeNull()
})
