import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { opening } from './opening.tsx'

const recurrence: Recurrence = {
  billingPeriod: 'Monthly',
  billingInterval: 1,
  cancelAfter: 0,
  start: { trialDays: 7, trialAmount: 0, setupAmount: 0, setupLabel: '' },
}

function priceOf(total: number): Price {
  const line = { title: 'A course', subtotal: total, taxAmount: 0, total }
  return { currency: 'usd', lines: [], ...line, full: { kind: 'form', ...line } }
}

test.for([
  [0, '', false, 'Start 7 days free then $24 a month'],
  [500, '', false, 'Start 7 days: $5.00 today then $24 a month'],
  [0, '', true, 'Order and pay after 7 days then $24 a month'],
  [500, '', true, 'Order and pay $5.00 today for 7 days then $24 a month'],
  [0, 'Try it for free', true, 'Order and pay after 7 days then $24 a month'],
  [0, 'Buy now', false, 'Buy now then $24 a month'],
] as const)(
  'a button for %d cents with the text "%s" (too unclear: %s) begins a trial with "%s"',
  ([total, words, isUnclear, text]) => {
    const button = opening.textOf(priceOf(total), recurrence, words, isUnclear, null, '$24 a month')
    expect(renderToStaticMarkup(button).replaceAll(/<[^>]+>/g, '')).toBe(text)
  },
)
