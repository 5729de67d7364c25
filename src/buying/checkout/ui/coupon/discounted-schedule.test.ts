import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatAmount } from '#foundation/money/amount.ts'
import { discountBy } from '#payments/pricing/discount.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { renewalTextWith, scheduleWith } from './discounted-schedule.tsx'

const anchor = Date.UTC(2026, 10, 25)
const trial = { trialDays: 14, trialAmount: 0, setupAmount: 0, setupLabel: '' }
const monthly = { billingInterval: 1, billingPeriod: 'Monthly' } as const

/** The texts for an order of $32.50 and a bump of $10.00, with a code for the first payments, by default 15% off. */
function said(recurrence: Recurrence, cycles: number, minimum = 0, percentage = '15') {
  const form = {
    title: 'A course',
    amount: 3250,
    currency: 'usd',
    recurrence,
    tax: null,
    bumps: [{ id: 'bump', title: 'A workbook', amount: 1000 }],
    timers: [],
  }
  const takes = { kind: 'percent', percentage } as const
  const discount = discountBy({ code: 'SPRING', scope: 'everything', takes, minimum, cycles }, 'usd')
  const price = priceToday(form, new Set(['bump']), anchor, discount)
  const terms = { code: 'SPRING', rate: null, cycles }
  const markup = renderToStaticMarkup(
    createElement(scheduleWith(terms), { recurrence, price, anchor, words: { rate: null } }),
  )
  const words = markup
    .replaceAll(/<s .*?<\/s>/g, '')
    .replaceAll(/<\/(?:span|li|p|h2)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
  const text = words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,])/g, '')
    .trim()
  const renewal = renewalTextWith(terms)(
    recurrence,
    price,
    (minor, currency) => formatAmount(minor, currency),
    anchor,
    (instant) => dayText(instant, plainFormats),
  )
  return { text, renewal }
}

test('with a coupon code, the total after a trial excludes today’s charge', () => {
  const recurrence = { ...monthly, cancelAfter: 3, start: { ...trial, trialAmount: 640 } }
  const { text, renewal } = said(recurrence, 2)
  expect(text).toContain('Today, 25 Nov 2026 $14.90 without SPRING $16.40')
  expect(text).toContain('then 2 payments, every month, from 9 Dec 2026 $27.62 without SPRING $32.50')
  expect(text).toContain('then 1 payment on 9 Feb 2027 $32.50')
  expect(text).toContain(
    'After the trial: 3 payments, $87.74 in total, instead of $97.50 without SPRING. Cancel before 9 Dec 2026 and you pay nothing more. We will email you a reminder on 2 Dec 2026.',
  )
  expect(renewal).toBe('$27.62 every month from 9 Dec 2026, 2 times, then $32.50 once')
})

test('with a coupon code, a short trial shows the last day to cancel and announces no reminder', () => {
  const { text, renewal } = said({ ...monthly, cancelAfter: 0, start: { ...trial, trialDays: 2 } }, 1)
  expect(text).toContain(
    'After the trial: $27.62 once, then $32.50 every month until you cancel. Cancel before 27 Nov 2026 and you pay nothing more.',
  )
  expect(text).not.toContain('reminder')
  expect(renewal).toBe('$27.62 once, on 27 Nov 2026, then $32.50 every month until you cancel')
})

test('with a code that makes payments free, the buyer agrees to the first payment that is charged', () => {
  const trialed = said({ ...monthly, cancelAfter: 0, start: trial }, 1, 0, '100')
  const sentence = 'nothing until 9 Jan 2027, then $32.50 every month until you cancel'
  expect(trialed.renewal).toBe(sentence)
  expect(trialed.text).toContain(`After the trial: ${sentence}. Cancel before 9 Dec 2026`)
  expect(said({ ...monthly, cancelAfter: 4 }, 2, 0, '100').renewal).toBe(
    'nothing until 25 Jan 2027, then $32.50 every month, 2 times',
  )
})

test('with a coupon code and no trial, today’s charge is the first payment', () => {
  const { text, renewal } = said({ ...monthly, cancelAfter: 3, payoffDiscount: 10 }, 2)
  expect(text).toContain(
    '3 payments, $96.24 in total, instead of $107.50 without SPRING. It ends automatically on 25 Feb 2027.',
  )
  expect(text).toContain('You can pay off the rest at any time by card, for 10% less.')
  expect(renewal).toBe('$27.62 every month, one more time, then $32.50 once')
})

test('the page offers early payoff of a trial plan after the first full payment', () => {
  const trialed = { ...monthly, cancelAfter: 3, payoffDiscount: 10, start: { ...trial, trialAmount: 640 } }
  expect(said(trialed, 2).text).toContain(
    'You can pay off the rest at any time after the first full payment by card, for 10% less.',
  )
})

test('a coupon code that reduces nothing shows no comparison', () => {
  for (const start of [undefined, trial]) {
    const { text } = said({ ...monthly, cancelAfter: 3, ...(start && { start }) }, 2, 1_000_000)
    expect(text).toContain('3 payments, ')
    expect(text).not.toContain('without')
  }
})
