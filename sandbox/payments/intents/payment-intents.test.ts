import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, idOf, readySeller, startBench, type Bench } from '#testing.ts'

let bench: Bench
let seller: string
const never = { enabled: true, allow_redirects: 'never' } as const

beforeAll(async () => {
  bench = await startBench()
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

const pay = (payment_method: string, more: object = {}) =>
  bench.stripe.paymentIntents.create(
    {
      amount: 4999,
      currency: 'usd',
      payment_method,
      confirm: true,
      automatic_payment_methods: never,
      ...more,
    },
    { stripeAccount: seller },
  )

const settle = (intent: { id: string; client_secret: string | null }, outcome: string) =>
  bench.control('POST', '/authentications', {
    payment_intent: intent.id,
    client_secret: intent.client_secret,
    outcome,
  })

describe('a card that pays', () => {
  it('a paid intent has succeeded and refers to its charge by id', async () => {
    const intent = await pay('pm_card_visa', { application_fee_amount: 100, receipt_email: 'a@example.com' })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4999, application_fee_amount: 100 })
    expect(intent.latest_charge).toMatch(/^ch_/)
    expect(intent.payment_method).toMatch(/^pm_/)
  })

  it('a paid intent includes its charge when expanded', async () => {
    const intent = await pay('pm_card_visa', { expand: ['latest_charge', 'payment_method'] })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 4999 })
    expect(intent.payment_method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  })

  it('a card saved for later use stays with the customer and can be charged again', async () => {
    const customer = await bench.stripe.customers.create(
      { email: 'b@example.com' },
      { stripeAccount: seller },
    )
    const first = await pay('pm_card_visa', { customer: customer.id, setup_future_usage: 'off_session' })
    const method = idOf(first.payment_method)
    const again = { customer: customer.id, amount: 900, expand: ['payment_method'] }
    expect(await pay(method, again)).toMatchObject({
      status: 'succeeded',
      payment_method: { id: method, customer: customer.id },
    })
  })

  it('a card without a customer pays only once', async () => {
    const first = await pay('pm_card_visa')
    const error = await failure(pay(idOf(first.payment_method)))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_method_unexpected_state' })
  })

  it('a customer’s card cannot pay without the customer', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const method = await bench.stripe.paymentMethods.attach(
      'pm_card_visa',
      { customer: customer.id },
      { stripeAccount: seller },
    )
    expect(await failure(pay(method.id))).toMatchObject({ statusCode: 400, param: 'payment_method' })
  })
})

describe('a card that is declined', () => {
  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
    ['pm_card_threeDSecureRequiredProcessingError', 'card_declined', 'generic_decline'],
  ])('the card %s is declined with %s / %s', async (id, code, decline_code) => {
    const error = await failure(pay(id))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = await bench.stripe.paymentIntents.retrieve(
      String(error.payment_intent?.id),
      { expand: ['latest_charge'] },
      { stripeAccount: seller },
    )
    expect(intent.status).toBe('requires_payment_method')
    expect(intent.last_payment_error).toMatchObject({ code, decline_code })
    expect(intent.latest_charge).toMatchObject({ status: 'failed', failure_code: code })
  })

  it('an intent can be paid with another card after a decline', async () => {
    const error = await failure(pay('pm_card_visa_chargeDeclined'))
    const paid = await bench.stripe.paymentIntents.confirm(
      String(error.payment_intent?.id),
      { payment_method: 'pm_card_visa' },
      { stripeAccount: seller },
    )
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('a card that is always declined cannot be attached', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const attached = bench.stripe.paymentMethods.attach(
      'pm_card_visa_chargeDeclined',
      { customer: customer.id },
      { stripeAccount: seller },
    )
    expect(await failure(attached)).toMatchObject({ statusCode: 402, code: 'card_declined' })
  })
})

describe('a card whose bank requires authentication', () => {
  it.each([
    'pm_card_authenticationRequiredOnSetup',
    'pm_card_authenticationRequired',
    'pm_card_authenticationRequiredSetupForOffSession',
    'pm_card_threeDSecure2Required',
  ])('the card %s pays once the buyer has authenticated', async (id) => {
    const intent = await pay(id)
    expect(intent.status).toBe('requires_action')
    const action = intent.next_action?.use_stripe_sdk
    expect(action).toMatchObject({ type: 'three_d_secure_redirect' })
    expect(await settle(intent, 'complete')).toMatchObject({ status: 'succeeded' })
  })

  it('an intent needs a new method when the authentication fails', async () => {
    const intent = await pay('pm_card_threeDSecure2Required')
    const failed = await settle(intent, 'fail')
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect(await settle(intent, 'complete')).toHaveProperty('error')
  })

  it.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('the card %s is declined even after the buyer has authenticated', async (id, decline_code) => {
    const intent = await pay(id)
    expect(await settle(intent, 'complete')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code },
    })
  })

  it('a card that needs authentication is declined for a charge without the buyer', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const method = await bench.stripe.paymentMethods.attach(
      'pm_card_authenticationRequired',
      { customer: customer.id },
      { stripeAccount: seller },
    )
    const error = await failure(pay(method.id, { customer: customer.id, off_session: true }))
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
    const again = await bench.stripe.paymentIntents.confirm(
      String(error.payment_intent?.id),
      { payment_method: method.id },
      { stripeAccount: seller },
    )
    expect(again.status).toBe('requires_action')
  })

  it('a card that the buyer has authenticated can be charged later without them', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const intent = await pay('pm_card_authenticationRequiredOnSetup', {
      customer: customer.id,
      setup_future_usage: 'off_session',
    })
    await settle(intent, 'complete')
    const later = await pay(idOf(intent.payment_method), { customer: customer.id, off_session: true })
    expect(later.status).toBe('succeeded')
  })

  it('a card with optional authentication requires it only when the call requests it', async () => {
    expect((await pay('pm_card_threeDSecureOptional')).status).toBe('succeeded')
    const asked = { payment_method_options: { card: { request_three_d_secure: 'any' } } }
    expect((await pay('pm_card_threeDSecureOptional', asked)).status).toBe('requires_action')
  })
})

describe('invalid requests', () => {
  it.each([
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ amount: 1_000_000_000_000, currency: 'idr' }, 'amount_too_large'],
    [{ amount: 29, currency: 'gbp' }, 'amount_too_small'],
    [{ amount: 1001, currency: 'kwd' }, 'parameter_invalid_integer'],
    [{ amount: 1250, currency: 'isk' }, 'parameter_invalid_integer'],
    [{ amount: '12.5' }, 'parameter_invalid_integer'],
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported'],
    [{ colour: 'red' }, 'parameter_unknown'],
    [{ customer: 'cus_of_nobody' }, 'resource_missing'],
  ])('an intent with %o is rejected with %s', async (more, code) => {
    expect(await failure(pay('pm_card_visa', more))).toMatchObject({ code })
  })

  it('a confirmation that could redirect requires a return URL', async () => {
    const error = await failure(pay('pm_card_visa', { automatic_payment_methods: { enabled: true } }))
    expect(error).toMatchObject({ param: 'return_url' })
  })

  it('an open intent can be canceled, but a paid one cannot', async () => {
    const open = await bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { stripeAccount: seller },
    )
    const canceled = await bench.stripe.paymentIntents.cancel(
      open.id,
      { cancellation_reason: 'abandoned' },
      { stripeAccount: seller },
    )
    expect(canceled.status).toBe('canceled')
    const paid = await pay('pm_card_visa')
    const error = await failure(bench.stripe.paymentIntents.cancel(paid.id, {}, { stripeAccount: seller }))
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  it('manual capture is rejected', async () => {
    const error = await failure(pay('pm_card_visa', { capture_method: 'manual' }))
    expect(error).toMatchObject({ statusCode: 400, param: 'capture_method' })
  })
})
