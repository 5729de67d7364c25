import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type Stripe from 'stripe'
import { readySeller, startBench, type Bench } from '#testing.ts'

let bench: Bench
let seller: string
const on = () => ({ stripeAccount: seller })

beforeAll(async () => {
  bench = await startBench()
})
beforeEach(async () => {
  await bench.control('POST', '/reset')
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

type Address = Stripe.Tax.CalculationCreateParams.CustomerDetails.Address

const calculate = (address: Address, amount = 1000, more: object = {}) =>
  bench.stripe.tax.calculations.create(
    {
      currency: 'eur',
      customer_details: { address, address_source: 'billing' },
      line_items: [{ amount, reference: 'L1', tax_behavior: 'exclusive' }],
      expand: ['line_items.data.tax_breakdown'],
      ...more,
    },
    on(),
  )

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )

describe('tax calculations', () => {
  it('tax a line by the country, and in the US and Canada by each jurisdiction', async () => {
    expect(await calculate({ country: 'AT' })).toMatchObject({
      amount_total: 1200,
      tax_amount_exclusive: 200,
      tax_breakdown: [{ amount: 200, tax_rate_details: { percentage_decimal: '20.0', tax_type: 'vat' } }],
      line_items: {
        data: [{ reference: 'L1', amount_tax: 200, tax_breakdown: [{ sourcing: 'destination' }] }],
      },
    })
    const included = [{ amount: 1200, tax_behavior: 'inclusive' }]
    expect(await calculate({ country: 'AT' }, 0, { line_items: included })).toMatchObject({
      amount_total: 1200,
      tax_amount_inclusive: 200,
    })
    expect(await calculate({ country: 'US', postal_code: '90002' })).toMatchObject({ amount_total: 1095 })
    expect(await calculate({ country: 'US', postal_code: '97201' })).toMatchObject({ amount_total: 1000 })
    expect(await calculate({ country: 'CA', state: 'QC' })).toMatchObject({ amount_total: 1150 })
    expect(await calculate({ country: 'BR' })).toMatchObject({
      amount_total: 1000,
      tax_breakdown: [{ taxability_reason: 'not_collecting' }],
    })
    const bare = await bench.stripe.tax.calculations.create(
      {
        currency: 'eur',
        customer_details: { address: { country: 'AT' }, address_source: 'billing' },
        line_items: [{ amount: 5 }],
      },
      on(),
    )
    expect(bare.line_items).toBeUndefined()
  })

  it('are refused without a location, without tax settings, or with mistakes', async () => {
    expect(await codeOf(calculate({ country: 'US' }))).toBe('customer_tax_location_invalid')
    expect(await codeOf(calculate({ country: 'US', postal_code: '00012' }))).toBe(
      'customer_tax_location_invalid',
    )
    expect(await codeOf(calculate({ country: 'CA' }))).toBe('customer_tax_location_invalid')
    const fresh = await bench.stripe.accounts.create({ country: 'US' })
    seller = fresh.id
    expect(await codeOf(calculate({ country: 'AT' }))).toBe('stripe_tax_inactive')
  })

  it('become a tax transaction when their payment succeeds, which refunds reverse', async () => {
    const { id, amount_total: amount } = await calculate({ country: 'AT' })
    const pay = (more: object = {}) =>
      bench.stripe.paymentIntents.create(
        {
          amount,
          currency: 'eur',
          payment_method: 'pm_card_visa',
          confirm: true,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          hooks: { inputs: { tax: { calculation: id ?? '' } } },
          ...more,
        },
        on(),
      )
    const paid = await pay()
    expect(paid.hooks?.inputs?.tax?.calculation).toBe(id)
    await pay()
    await bench.stripe.refunds.create({ payment_intent: paid.id, amount: 600 }, on())
    const { data } = await bench.control('GET', '/tax_transactions')
    expect(data).toMatchObject([
      { type: 'reversal', amount: -600, amount_tax: -100 },
      { type: 'transaction', reference: paid.id, amount: 1200, amount_tax: 200 },
    ])
    expect(await codeOf(pay({ currency: 'usd' }))).toBeUndefined()
    await bench.control('POST', '/clock', { advance: 91 * 24 * 3600 })
    expect(await codeOf(pay())).toBe('resource_missing')
  })
})
