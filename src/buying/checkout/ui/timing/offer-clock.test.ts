import { createElement } from 'react'
import { expect, test } from 'vitest'
import { formOf, opened, pageOf, type Standing } from '../schedule/test-orders.ts'
import { wordsOf } from '../schedule/test-promise.ts'
import { OfferClock } from './offer-clock.tsx'

const standing: Standing = {
  trial: 'none',
  code: 'half',
  lasting: 'once',
  timer: 'to come',
  payments: 'one-time',
  cycle: 'Monthly',
  hasSetup: false,
  quantity: 1,
  hasBump: false,
  hasSeveral: false,
  currency: 'usd',
  tax: null,
  isGrossFirst: false,
}

const said = (state: Parameters<typeof OfferClock>[0]['standing'], hasCode: boolean) =>
  wordsOf(
    createElement(OfferClock, {
      data: pageOf(formOf(standing), standing),
      standing: state,
      serverTime: () => opened,
      hasCode,
    }),
  )

test('a buyer with a coupon code sees that the announced price does not include its discount', () => {
  const open = { state: 'open' } as const
  const end = { title: 'Early bird', expiresAt: opened + 3_600_000, amount: 12_000, redirectUrl: null }
  const held = { state: 'held', until: opened + 4_000_000, end } as const
  expect(said(open, false)).toContain('Goes up to $120.00 on 25 Nov 2026.')
  expect(said(open, true)).toContain('Without your code, the price goes up to $120.00 on 25 Nov 2026.')
  expect(said(held, false)).toContain('After that, the price is $120.00.')
  expect(said(held, true)).toContain('After that, the price is $120.00 without your code.')
})
