// @module-tag long tries every currency
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { currencies, type Currency } from '#foundation/money/currencies.ts'
import { couponScopes, discountBy } from '#payments/pricing/discount.ts'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import { signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { pricedItems } from './price-parts.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** A price, two bumps and a tax that are hard to round: unusual percentages, and amounts near half a step. */
const sold = ({ step, minimum }: Currency) => {
  const lowest = Math.ceil(minimum / step)
  const amount = fc.integer({ min: lowest, max: lowest + 99_999 }).map((steps) => steps * step)
  const rate = fc.record({
    percentage: fc.integer({ min: 1, max: 1_000_000 }).map((part) => String(part / 10_000)),
    inclusive: fc.boolean(),
  })
  const takes = fc.oneof(
    fc.record({
      kind: fc.constant('percent' as const),
      percentage: fc.integer({ min: 1, max: 9_000 }).map((part) => String(part / 100)),
    }),
    fc.record({
      kind: fc.constant('amount' as const),
      amount: fc.integer({ min: 1, max: lowest }).map((steps) => steps * step),
    }),
  )
  const coupon = fc.record({
    code: fc.constant('SPRING'),
    scope: fc.constantFrom(...couponScopes),
    takes,
    minimum: fc.constant(0),
    cycles: fc.constantFrom(3, null),
  })
  return fc.record({
    amounts: fc.tuple(amount, amount, amount),
    tax: fc.option(rate, { freq: 8 }),
    coupon: fc.option(coupon),
  })
}

/** How many times a currency is tried: more if its tax is not rounded to the smallest unit. */
const trials = ({ step }: Currency) => (step > 1 ? 6 : 1)

async function invoiceOf(customerId: string, currency: Currency, seed: number) {
  const { code } = currency
  const [trial] = fc.sample(sold(currency), { numRuns: 1, seed })
  const [amount = 0, ...bumps] = trial?.amounts ?? []
  const tax = trial?.tax ?? null
  const recurrence = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 0 } as const
  const extras = bumps.map((extra, index) => ({ id: `${index}`, title: `Bump ${index}`, amount: extra }))
  const form = { title: 'A recurrence', amount, currency: code, recurrence, tax, bumps: extras, timers: [] }
  const discount = trial?.coupon ? discountBy(trial.coupon, code) : undefined
  const price = pricePurchase(form, new Set(extras.map(({ id }) => id)), Date.now(), discount)
  const rate = {
    taxTitle: tax === null ? null : 'VAT',
    taxPercentage: tax?.percentage ?? null,
    taxInclusive: tax?.inclusive ?? null,
  }
  const lines = price.lines.map((line) => ({ ...line, ...rate }))
  const reduction = { name: 'SPRING', months: trial?.coupon?.cycles ?? null }
  const id = newId()
  const [item, ...once] = await pricedItems(app.services, seller.account, code, lines, reduction, {
    key: id,
    within: 8_000,
  })
  if (item === undefined) throw new Error('Nothing is sold')
  const cycle = { interval: 'month', intervalCount: 1, end: null, trialDays: 0 } as const
  const request = {
    purchaseId: id,
    customerId,
    currency: code,
    item,
    once,
    applicationFeeBasisPoints: 0,
    ...cycle,
  }
  const begun = await app.services.provider.beginSubscription(seller.account, request, 8_000)
  return {
    shown: { ...trial, currency: code, total: price.total },
    invoiced: { ...trial, currency: begun.latestInvoice?.currency, total: begun.latestInvoice?.total },
  }
}

test('the first invoice has the shown amount in every currency', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const buyer = { id: newId(), email: 'bea@example.com', name: 'Bea Novak' }
  const rounds = currencies.flatMap((currency) => Array.from({ length: trials(currency) }, () => currency))
  // Stripe allows only one currency per customer.
  const compare = async (currency: Currency, index: number) => {
    const id = newId()
    const customer = await app.services.provider.createBuyer(seller.account, { ...buyer, id }, 8_000)
    return invoiceOf(customer, currency, seed + index)
  }
  const results: Awaited<ReturnType<typeof invoiceOf>>[] = []
  const waiting = rounds.map((currency, index) => ({ currency, index }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await compare(next.currency, next.index))
  }
  await Promise.all(Array.from({ length: 4 }, work))

  expect(results).toHaveLength(rounds.length)
  expect(
    results.map(({ invoiced }) => invoiced),
    `seed ${seed}`,
  ).toEqual(results.map(({ shown }) => shown))
})
