import type { Stripe } from 'stripe'
import { afterAll, beforeEach, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failure, idOf, readySeller, startBench, until, type Bench } from '#testing.ts'

const day = 24 * 3600

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
})
afterAll(async () => {
  await bench.close()
})
beforeEach(async () => {
  seller = await readySeller(bench)
})
afterEach(() => {
  expect(bench.sandbox.violations()).toEqual([])
})

async function pay(
  amount: number,
  method = 'pm_card_visa',
  more: object = {},
): Promise<Stripe.PaymentIntent> {
  return bench.stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method: method,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: ['latest_charge.balance_transaction'],
      ...more,
    },
    { stripeAccount: seller },
  )
}

function transactions(params: Stripe.BalanceTransactionListParams = {}) {
  return bench.stripe.balanceTransactions.list(params, { stripeAccount: seller })
}

function payouts(params: Stripe.PayoutListParams = {}) {
  return bench.stripe.payouts.list(params, { stripeAccount: seller })
}

const advance = (seconds: number) => bench.control('POST', '/clock', { advance: seconds })

describe('The balance', () => {
  it('a charge minus all fees is added to the balance and held for two days', async () => {
    const intent = await pay(10_000, 'pm_card_visa', { application_fee_amount: 500 })
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    expect(charge?.balance_transaction).toMatchObject({
      amount: 10_000,
      fee: 820,
      fee_details: [
        { amount: 320, type: 'stripe_fee', application: null },
        { amount: 500, type: 'application_fee', application: 'ca_SandboxPlatform' },
      ],
      net: 9180,
      source: charge?.id,
      status: 'pending',
      type: 'charge',
    })
    const balance = await bench.stripe.balance.retrieve({}, { stripeAccount: seller })
    expect(balance).toMatchObject({
      available: [{ amount: 0, currency: 'usd' }],
      pending: [{ amount: 9180, currency: 'usd' }],
    })
  })

  it('a refund returns the platform’s fee but not the processing fee', async () => {
    const intent = await pay(10_000, 'pm_card_visa', { application_fee_amount: 500 })
    const refund = await bench.stripe.refunds.create(
      {
        payment_intent: intent.id,
        amount: 5000,
        refund_application_fee: true,
        expand: ['balance_transaction'],
      },
      { stripeAccount: seller },
    )
    expect(refund.balance_transaction).toMatchObject({
      amount: -5000,
      fee: -250,
      net: -4750,
      type: 'refund',
    })
    const platform = await bench.stripe.balanceTransactions.list({ limit: 2 })
    expect(platform.data.map(({ type, net }) => [type, net])).toEqual([
      ['application_fee_refund', -250],
      ['application_fee', 500],
    ])
  })

  it('a failed refund is added back to the balance', async () => {
    const intent = await pay(1000, 'pm_card_refundFail')
    await bench.stripe.refunds.create({ payment_intent: intent.id }, { stripeAccount: seller })
    await advance(61)
    const { data } = await transactions()
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 1000],
      ['refund', -1000],
      ['charge', 1000],
    ])
  })

  it('a dispute deducts the charge and a fee, and winning it returns the charge', async () => {
    await pay(10_000, 'pm_card_createDispute')
    const [opened] = (await bench.stripe.disputes.list({}, { stripeAccount: seller })).data
    expect(opened?.balance_transactions).toMatchObject([
      { amount: -10_000, fee: 1500, net: -11_500, type: 'adjustment', reporting_category: 'dispute' },
    ])
    const won = await bench.stripe.disputes.update(
      opened?.id ?? '',
      { evidence: { uncategorized_text: 'winning_evidence' } },
      { stripeAccount: seller },
    )
    expect(won.balance_transactions[1]).toMatchObject({
      net: 10_000,
      reporting_category: 'dispute_reversal',
    })
  })

  it('an account’s balance transactions are invisible to other accounts', async () => {
    await pay(1000)
    const [own] = (await transactions()).data
    const stranger = await readySeller(bench)
    const error = await failure(
      bench.stripe.balanceTransactions.retrieve(own?.id ?? '', {}, { stripeAccount: stranger }),
    )
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})

describe('Payouts', () => {
  it('the whole available balance is paid out at midnight and arrives a day later', async () => {
    const sold = await pay(10_000)
    await pay(2000)
    await bench.stripe.refunds.create({ payment_intent: sold.id, amount: 1000 }, { stripeAccount: seller })
    await advance(2 * day)
    const [payout] = (await payouts({ expand: ['data.destination'] })).data
    expect(payout).toMatchObject({
      amount: 10_000 - 320 + 2000 - 88 - 1000,
      automatic: true,
      destination: { bank_name: 'STRIPE TEST BANK', last4: '6789' },
      reconciliation_status: 'completed',
      status: 'in_transit',
    })
    const inside = await transactions({ payout: payout?.id ?? '', expand: ['data.source'] })
    expect(inside.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -(payout?.amount ?? 0)],
      ['refund', -1000],
      ['charge', 1912],
      ['charge', 9680],
    ])
    expect(inside.data[1]?.source).toMatchObject({ object: 'refund', payment_intent: sold.id })
    await advance(2 * day)
    expect((await payouts({ status: 'paid' })).data.map(({ id }) => id)).toEqual([payout?.id])
    await until(() => bench.inbox.delivered.some(({ body }) => /"type": *"payout.paid"/.test(body)))
  })

  it('no payout happens while the balance is negative', async () => {
    const sold = await pay(10_000)
    await advance(3 * day)
    await bench.stripe.refunds.create({ payment_intent: sold.id }, { stripeAccount: seller })
    await advance(5 * day)
    expect((await payouts()).data).toHaveLength(1)
    await pay(20_000)
    await advance(3 * day)
    const [second] = (await payouts()).data
    expect(second?.amount).toBe(20_000 - 610 - 10_000)
  })

  it('payouts wait until the account can receive them', async () => {
    await pay(10_000)
    await bench.control('POST', `/accounts/${seller}/restrict`)
    await advance(4 * day)
    expect((await payouts()).data).toEqual([])
    await bench.control('POST', `/accounts/${seller}/complete`)
    await advance(2 * day)
    expect((await payouts()).data).toHaveLength(1)
  })

  it('a payout that fails at the bank returns to the balance and is sent again', async () => {
    await pay(10_000)
    await advance(3 * day)
    const [first] = (await payouts()).data
    await bench.control('POST', `/payouts/${first?.id ?? ''}/fail`)
    const failed = await bench.stripe.payouts.retrieve(
      first?.id ?? '',
      { expand: ['failure_balance_transaction'] },
      { stripeAccount: seller },
    )
    expect(failed).toMatchObject({
      failure_balance_transaction: { net: 9680, type: 'payout_failure' },
      failure_code: 'account_closed',
      status: 'failed',
    })
    await advance(day)
    const [again] = (await payouts()).data
    expect(again).toMatchObject({ amount: 9680, status: 'in_transit' })
  })

  it('another account’s payouts and their transactions are not found', async () => {
    await pay(1000)
    await advance(3 * day)
    const [own] = (await payouts()).data
    seller = await readySeller(bench)
    const error = await failure(transactions({ payout: own?.id ?? '' }))
    expect(error).toMatchObject({ statusCode: 404, param: 'payout' })
    expect(idOf(own?.balance_transaction ?? null)).toMatch(/^txn_/)
  })
})
