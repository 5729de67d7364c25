import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '#foundation/money/currencies.ts'
import { pricePurchase, type PricedForm } from './price-purchase.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const course: PricedForm = {
  title: 'Watercolor for beginners',
  amount: 4900,
  currency: 'usd',
  recurrence: null,
  tax: null,
  bumps: [
    { id: 'workbook', title: 'Printed workbook', amount: 1900 },
    { id: 'brushes', title: 'Set of brushes', amount: 2950 },
  ],
  timers: [],
}

test('a purchase without bumps costs the form’s amount', () => {
  expect(pricePurchase(course, new Set(), noon)).toEqual({
    currency: 'usd',
    lines: [{ kind: 'form', title: 'Watercolor for beginners', subtotal: 4900, taxAmount: 0, total: 4900 }],
    subtotal: 4900,
    taxAmount: 0,
    total: 4900,
  })
})

test('chosen bumps are listed in the form’s order, and unknown ones are ignored', () => {
  const price = pricePurchase(course, new Set(['brushes', 'stranger', 'workbook']), noon)
  expect(price.lines.map(({ title }) => title)).toEqual([
    'Watercolor for beginners',
    'Printed workbook',
    'Set of brushes',
  ])
  expect(price.total).toBe(9750)
})

test('each line’s tax is rounded separately', () => {
  const taxed = { ...course, amount: 999, tax: { percentage: '17.5', inclusive: false } }
  const price = pricePurchase(taxed, new Set(['workbook']), noon)
  expect(price.lines.map(({ taxAmount }) => taxAmount)).toEqual([175, 333])
  expect(price).toMatchObject({ subtotal: 2899, taxAmount: 508, total: 3407 })
})

test('an inclusive tax does not change the total', () => {
  const taxed = { ...course, amount: 4998, currency: 'eur', tax: { percentage: '19', inclusive: true } }
  expect(pricePurchase(taxed, new Set(), noon)).toMatchObject({ subtotal: 4200, taxAmount: 798, total: 4998 })
})

test.for([
  ['before any timer', -1, 4900],
  ['when the first timer expires', 0, 5900],
  ['after timers without an amount', 2000, 5900],
  ['after the last timer', 3000, 7900],
] as const)('the latest expired timer sets the price: %s', ([, after, amount]) => {
  const timers = [
    { expiresAt: noon + 3000, amount: 7900 },
    { expiresAt: noon, amount: 5900 },
    { expiresAt: noon + 1000, amount: 0 },
    { expiresAt: noon + 2000, amount: null },
  ]
  expect(pricePurchase({ ...course, timers }, new Set(), noon + after).total).toBe(amount)
})

test('a purchase’s total is the sum of its lines', () => {
  const anyForm = fc.constantFrom(...currencies).chain(({ code, step }) => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((minor) => minor - (minor % step))
    return fc.record({
      title: fc.string(),
      amount,
      currency: fc.constant(code),
      recurrence: fc.constant(null),
      tax: fc.option(
        fc.record({ percentage: fc.integer({ min: 0, max: 100 }).map(String), inclusive: fc.boolean() }),
      ),
      bumps: fc.array(fc.record({ id: fc.uuid(), title: fc.string(), amount }), { maxLength: 5 }),
      timers: fc.array(fc.record({ expiresAt: fc.integer({ min: 0 }), amount: fc.option(amount) }), {
        maxLength: 4,
      }),
    })
  })
  fc.assert(
    fc.property(anyForm, fc.integer({ min: 0 }), (form, instant) => {
      const chosen = new Set(form.bumps.filter((_, index) => index % 2 === 0).map(({ id }) => id))
      const price = pricePurchase(form, chosen, instant)
      const sum = (part: 'subtotal' | 'taxAmount' | 'total') =>
        price.lines.reduce((all, line) => all + BigInt(line[part]), 0n)
      expect(price.lines).toHaveLength(1 + chosen.size)
      expect([price.subtotal, price.taxAmount, price.total].map(BigInt)).toEqual([
        sum('subtotal'),
        sum('taxAmount'),
        sum('total'),
      ])
      expect(price.subtotal + price.taxAmount).toBe(price.total)
      expect(price.currency).toBe(form.currency)
    }),
  )
})
