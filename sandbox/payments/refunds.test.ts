import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, readySeller, startBench, type Bench } from '#testing.ts'

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

async function paid(payment_method = 'pm_card_visa', more: object = {}): Promise<string> {
  const intent = await bench.stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'usd',
      payment_method,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...more,
    },
    { stripeAccount: seller },
  )
  return intent.id
}

const refund = (payment_intent: string, more: object = {}) =>
  bench.stripe.refunds.create({ payment_intent, ...more }, { stripeAccount: seller })

async function read(payment_intent: string) {
  const found = await bench.stripe.refunds.list(
    { payment_intent, expand: ['data.charge'] },
    { stripeAccount: seller },
  )
  return found.data[0]
}

describe('refunds', () => {
  it('refunds never exceed the charge', async () => {
    const id = await paid()
    await refund(id, { amount: 300 })
    expect(await failure(refund(id, { amount: 701 }))).toMatchObject({ statusCode: 400, param: 'amount' })
    await refund(id)
    expect(await failure(refund(id))).toMatchObject({ code: 'charge_already_refunded' })
    const intent = await bench.stripe.paymentIntents.retrieve(
      id,
      { expand: ['latest_charge.refunds'] },
      { stripeAccount: seller },
    )
    expect(intent.latest_charge).toMatchObject({
      refunded: true,
      amount_refunded: 1000,
      refunds: { data: [{ amount: 700 }, { amount: 300 }] },
    })
  })

  it('refunds return the platform’s fee in proportion, but only on request', async () => {
    const id = await paid('pm_card_visa', { application_fee_amount: 99 })
    await refund(id, { amount: 500, refund_application_fee: true })
    await refund(id, { amount: 100 })
    const { data } = await bench.control('GET', '/application_fees')
    expect(data?.[0]).toMatchObject({ amount: 99, amount_refunded: 50, refunded: false })
  })

  it('refunds of the dedicated test card are pending before they succeed', async () => {
    const id = await paid('pm_card_pendingRefund')
    const made = await refund(id)
    expect(made.status).toBe('pending')
    await bench.control('POST', '/clock', { advance: 60 })
    expect(await read(id)).toMatchObject({ id: made.id, status: 'succeeded' })
  })

  it('refunds of the dedicated test card fail later and make the amount refundable again', async () => {
    const id = await paid('pm_card_refundFail')
    const made = await refund(id)
    expect(made.status).toBe('succeeded')
    await bench.control('POST', '/clock', { advance: 60 })
    expect(await read(id)).toMatchObject({
      id: made.id,
      status: 'failed',
      charge: { amount_refunded: 0, refunded: false },
    })
  })

  it('unpaid charges cannot be refunded', async () => {
    const open = await bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { stripeAccount: seller },
    )
    expect(await failure(refund(open.id))).toMatchObject({ statusCode: 400, param: 'payment_intent' })
  })
})

describe('disputes', () => {
  it('a dispute blocks refunds unless it is an inquiry or was won', async () => {
    const [held, asked] = [await paid('pm_card_createDispute'), await paid('pm_card_createDisputeInquiry')]
    const disputeOf = async (payment_intent: string) =>
      (await bench.stripe.disputes.list({ payment_intent }, { stripeAccount: seller })).data[0]
    expect(await failure(refund(held))).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
    expect((await refund(asked)).status).toBe('succeeded')
    expect(await disputeOf(held)).toMatchObject({ is_charge_refundable: false })
    expect(await disputeOf(asked)).toMatchObject({ is_charge_refundable: true })
    const won = { evidence: { uncategorized_text: 'winning_evidence' } }
    await bench.stripe.disputes.update((await disputeOf(held))?.id ?? '', won, { stripeAccount: seller })
    expect((await refund(held)).status).toBe('succeeded')
  })

  it.each([
    ['pm_card_createDispute', 'fraudulent', 'needs_response'],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'needs_response'],
    ['pm_card_createDisputeInquiry', 'fraudulent', 'warning_needs_response'],
  ])('the card %s opens a dispute with reason %s and status %s', async (card, reason, status) => {
    const id = await paid(card)
    const disputes = await bench.stripe.disputes.list({ payment_intent: id }, { stripeAccount: seller })
    expect(disputes.data).toMatchObject([{ reason, status, amount: 1000 }])
  })

  it('a dispute accepts evidence in Stripe’s fields as a draft until it is submitted', async () => {
    const id = await paid('pm_card_createDispute')
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: id }, { stripeAccount: seller }))
      .data
    const say = (evidence: object, submit: boolean) =>
      bench.stripe.disputes.update(dispute?.id ?? '', { evidence, submit }, { stripeAccount: seller })
    const draft = await say({ customer_name: 'Bea', product_description: 'A course' }, false)
    expect(draft).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Bea', product_description: 'A course', receipt: null },
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    expect((await say({ product_description: '' }, false)).evidence.product_description).toBeNull()
    expect(await failure(say({ customer_name: 'x'.repeat(20_001) }, false))).toMatchObject({
      statusCode: 400,
    })
    expect(await failure(say({ service_documentation: 'file_1' }, false))).toMatchObject({
      code: 'resource_missing',
    })
    expect(await failure(say({ their_name: 'Bea' }, false))).toMatchObject({ code: 'parameter_unknown' })
    expect((await say({ service_date: '22 Nov 2026' }, true)).status).toBe('under_review')
    expect(await failure(say({ service_date: 'later' }, false))).toMatchObject({ statusCode: 400 })
  })

  it('a dispute is won with the winning evidence', async () => {
    const id = await paid('pm_card_createDispute')
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: id }, { stripeAccount: seller }))
      .data
    const won = await bench.stripe.disputes.update(
      dispute?.id ?? '',
      { evidence: { uncategorized_text: 'winning_evidence' } },
      { stripeAccount: seller },
    )
    expect(won.status).toBe('won')
  })
})

const setUp = (payment_method: string, more: object = {}) =>
  bench.stripe.setupIntents.create(
    {
      payment_method,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...more,
    },
    { stripeAccount: seller },
  )

describe('SetupIntents', () => {
  it('a SetupIntent saves a customer’s card without charging it', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const intent = await setUp('pm_card_visa', { customer: customer.id, expand: ['payment_method'] })
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: { customer: customer.id } })
  })

  it('a SetupIntent waits for the buyer if the bank requires it', async () => {
    const intent = await setUp('pm_card_authenticationRequiredOnSetup')
    expect(intent.status).toBe('requires_action')
    const settled = await bench.control('POST', '/authentications', {
      setup_intent: intent.id,
      client_secret: intent.client_secret,
      outcome: 'complete',
    })
    expect(settled).toMatchObject({ status: 'succeeded' })
  })

  it('a SetupIntent fails for a declined card', async () => {
    expect(await failure(setUp('pm_card_visa_chargeDeclined'))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
  })
})
