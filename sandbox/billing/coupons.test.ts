import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { failure } from '#testing.ts'
import {
  begin,
  bench,
  intentOf,
  invoiceOf,
  invoices,
  on,
  price,
  rate,
  read,
  recurring,
  renew,
  useBilling,
} from './test-billing.ts'

useBilling()

async function coupon(more: object = {}): Promise<string> {
  const made = await bench.stripe.coupons.create(
    { amount_off: 500, currency: 'usd', duration: 'once', ...more },
    on(),
  )
  return made.id
}

async function product(): Promise<string> {
  return (await bench.stripe.products.create({ name: 'Extra' }, on())).id
}

function setupOf({ pending_setup_intent: setup }: Stripe.Subscription): string {
  return typeof setup === 'string' ? setup : ''
}

/** The amounts of a subscription's invoices with these discounts on its item. */
async function totals(discounts: object[], count: number, more: object = {}): Promise<number[]> {
  const started = await begin({ items: [{ price, discounts }], ...more })
  await bench.stripe.paymentIntents.confirm(intentOf(started), { payment_method: 'pm_card_visa' }, on())
  for (let renewed = 1; renewed < count; renewed += 1) await renew(started)
  return (await invoices(started.id)).map(({ total }) => total).toReversed()
}

describe('a coupon on an item', () => {
  it('a one-time coupon discounts only the first invoice', async () => {
    expect(await totals([{ coupon: await coupon() }], 3)).toEqual([1500, 2000, 2000])
  })

  it('a repeating coupon lasts for months, not for a number of invoices', async () => {
    const threeMonths = await coupon({ duration: 'repeating', duration_in_months: 3 })
    expect(await totals([{ coupon: threeMonths }], 5)).toEqual([1500, 1500, 1500, 2000, 2000])
    const items = [{ price: await recurring(2000, 'month', 2), discounts: [{ coupon: threeMonths }] }]
    expect(await totals([], 3, { items })).toEqual([1500, 1500, 2000])
  })

  it('a coupon that lasts forever discounts every invoice', async () => {
    expect(await totals([{ coupon: await coupon({ duration: 'forever' }) }], 3)).toEqual([1500, 1500, 1500])
  })

  it('a coupon reduces each line before tax', async () => {
    const started = await begin({
      items: [
        {
          price,
          discounts: [{ coupon: await coupon({ amount_off: 333 }) }],
          tax_rates: [await rate(8.25, false)],
        },
      ],
      add_invoice_items: [
        {
          price_data: { currency: 'usd', product: await product(), unit_amount: 1000 },
          discounts: [{ coupon: await coupon({ amount_off: 100 }) }],
          tax_rates: [await rate(20, true)],
        },
      ],
    })
    const invoice = invoiceOf(started)
    expect(invoice).toMatchObject({ subtotal: 3000, total_excluding_tax: 2417, total: 2705 })
    expect(invoice.total_discount_amounts?.map(({ amount }) => amount)).toEqual([100, 333])
    expect(invoice.lines.data.map(({ taxes }) => taxes?.[0]?.amount)).toEqual([150, 138])
    expect(invoice.lines.data.map(({ discounts }) => discounts.length)).toEqual([1, 1])
  })

  it('a coupon never makes a line negative, and a free subscription asks for a card with a SetupIntent', async () => {
    const started = await begin({
      items: [{ price, discounts: [{ coupon: await coupon({ amount_off: 9000 }) }] }],
    })
    expect(started.status).toBe('active')
    expect(invoiceOf(started)).toMatchObject({ status: 'paid', total: 0, amount_paid: 0 })
    const setup = setupOf(started)
    await bench.stripe.setupIntents.confirm(setup, { payment_method: 'pm_card_visa' }, on())
    const ready = await read(started.id)
    expect(ready.pending_setup_intent).toBeNull()
    expect(ready.default_payment_method).not.toBeNull()
    await renew(started)
    expect((await invoices(started.id)).map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
      ['paid', 2000],
      ['paid', 0],
    ])
  })

  it('canceling a free subscription also cancels its SetupIntent', async () => {
    const started = await begin({
      items: [{ price, discounts: [{ coupon: await coupon({ amount_off: 9000 }) }] }],
    })
    const setup = setupOf(started)
    expect(await bench.stripe.setupIntents.cancel(setup, {}, on())).toMatchObject({ status: 'canceled' })
    for (const call of [
      bench.stripe.setupIntents.confirm(setup, { payment_method: 'pm_card_visa' }, on()),
      bench.stripe.setupIntents.cancel(setup, {}, on()),
    ]) {
      expect(await failure(call)).toMatchObject({ code: 'setup_intent_unexpected_state' })
    }
  })
})

describe('invalid coupons', () => {
  it.each([
    [{ amount_off: 0 }, 'amount_off'],
    [{ currency: undefined }, 'currency'],
    [{ amount_off: undefined }, 'percent_off'],
    [{ duration: 'repeating' }, 'duration_in_months'],
    [{ duration_in_months: 2 }, 'duration_in_months'],
  ])('a coupon with %j is rejected', async (more, param) => {
    expect(await failure(coupon(more))).toMatchObject({ statusCode: 400, param })
  })

  it('a coupon from another account or in another currency is rejected', async () => {
    const discounts = [{ coupon: await coupon({ currency: 'eur' }) }]
    expect(await failure(begin({ items: [{ price, discounts }] }))).toMatchObject({
      param: 'items[0][discounts][0][coupon]',
    })
    expect(await failure(begin({ items: [{ price, discounts: [{ coupon: 'NONE' }] }] }))).toMatchObject({
      code: 'resource_missing',
      param: 'items[0][discounts][0][coupon]',
    })
  })
})
