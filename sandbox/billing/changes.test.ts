import { describe, expect, it } from 'vitest'
import { failure, idOf } from '#testing.ts'
import {
  advance,
  begin,
  bench,
  customer,
  day,
  intentOf,
  invoiceOf,
  invoices,
  moveTo,
  on,
  price,
  read,
  recurring,
  subscribe,
  useBilling,
} from './test-billing.ts'

useBilling()

describe('changing the price', () => {
  it('a price change can immediately invoice the difference', async () => {
    const subscription = await subscribe({ items: [{ price: await recurring(1000, 'day', 10) }] })
    const dear = await recurring(3000, 'day', 10)
    const item = subscription.items.data[0]?.id ?? ''
    await moveTo(subscription.billing_cycle_anchor + 5 * day)
    const changed = await bench.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: item, price: dear }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      },
      on(),
    )
    expect(changed.items.data.map((one) => one.price.id)).toEqual([dear])
    expect(changed.pending_update).toBeNull()
    const [invoice] = await invoices(subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' })
    expect(Math.abs((invoice?.total ?? 0) - 1000)).toBeLessThanOrEqual(1)
  })

  it('a price change whose payment needs the buyer takes effect once it is paid', async () => {
    const subscription = await subscribe({}, 'pm_card_visa')
    const method = await bench.stripe.paymentMethods.attach(
      'pm_card_threeDSecure2Required',
      { customer },
      on(),
    )
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: method.id }, on())
    const dear = await recurring(9000)
    const changed = await bench.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: subscription.items.data[0]?.id ?? '', price: dear }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      },
      on(),
    )
    expect(changed.items.data[0]?.price.id).toBe(price)
    expect(changed.pending_update?.subscription_items?.[0]?.price.id).toBe(dear)
    await bench.control('POST', '/authentications', {
      payment_intent: intentOf(changed),
      client_secret: invoiceOf(changed).confirmation_secret?.client_secret,
      outcome: 'complete',
    })
    const after = await read(subscription.id)
    expect(after.items.data[0]?.price.id).toBe(dear)
    expect(after).toMatchObject({ pending_update: null, status: 'active' })
  })

  it('a price without an item id is added as a second item', async () => {
    const subscription = await subscribe()
    const changed = await bench.stripe.subscriptions.update(
      subscription.id,
      { items: [{ price: await recurring(500) }], proration_behavior: 'none' },
      on(),
    )
    expect(changed.items.data).toHaveLength(2)
  })

  it('a new interval begins a new period', async () => {
    const subscription = await subscribe()
    const yearly = await recurring(20_000, 'year')
    await advance(day)
    const changed = await bench.stripe.subscriptions.update(
      subscription.id,
      { items: [{ id: subscription.items.data[0]?.id ?? '', price: yearly }] },
      on(),
    )
    expect(changed.billing_cycle_anchor).toBeGreaterThan(subscription.billing_cycle_anchor)
    expect((await invoices(subscription.id))[0]).toMatchObject({ status: 'paid' })
  })

  it('a price change can be previewed', async () => {
    const subscription = await subscribe({ items: [{ price: await recurring(1000, 'day', 10) }] })
    await moveTo(subscription.billing_cycle_anchor + 5 * day)
    const seen = await bench.stripe.invoices.createPreview(
      {
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: subscription.items.data[0]?.id ?? '', price: await recurring(3000, 'day', 10) }],
          proration_behavior: 'always_invoice',
        },
      },
      on(),
    )
    expect(Math.abs(seen.total - 1000)).toBeLessThanOrEqual(1)
    expect(await invoices(subscription.id)).toHaveLength(1)
  })
})

describe('trials', () => {
  it('a subscription can be set to end after a trial if the buyer has no card', async () => {
    const subscription = await begin({
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      expand: ['latest_invoice', 'pending_setup_intent'],
    })
    expect(subscription).toMatchObject({
      status: 'trialing',
      pending_setup_intent: { status: 'requires_payment_method' },
    })
    expect(invoiceOf(subscription)).toMatchObject({ status: 'paid', total: 0 })
    await advance(14 * day + 10)
    expect((await read(subscription.id)).status).toBe('canceled')
    const { data } = await bench.control('GET', '/events')
    expect(data?.map((event) => event.type)).toContain('customer.subscription.trial_will_end')
  })

  it('the saved card pays at the end of a trial', async () => {
    const subscription = await begin({ trial_period_days: 7 })
    await bench.stripe.setupIntents.confirm(
      idOf(subscription.pending_setup_intent),
      { payment_method: 'pm_card_visa' },
      on(),
    )
    await advance(7 * day + 3700)
    expect((await read(subscription.id)).status).toBe('active')
    expect((await invoices(subscription.id))[0]).toMatchObject({ status: 'paid', total: 2000 })
  })
})

describe('canceling', () => {
  it('a canceled subscription ends immediately and accepts no changes', async () => {
    const subscription = await subscribe()
    const canceled = await bench.stripe.subscriptions.cancel(subscription.id, {}, on())
    expect(canceled.status).toBe('canceled')
    const changed = bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }, on())
    expect(await failure(changed)).toMatchObject({ statusCode: 400 })
    expect(await failure(bench.stripe.subscriptions.cancel(subscription.id, {}, on()))).toMatchObject({
      code: 'resource_missing',
    })
  })
})

describe('the catalogue', () => {
  it('an inactive price is rejected', async () => {
    const resting = await bench.stripe.prices.create(
      {
        active: false,
        currency: 'usd',
        unit_amount: 500,
        recurring: { interval: 'month' },
        product_data: { name: 'Membership' },
      },
      on(),
    )
    const error = await failure(begin({ items: [{ price: resting.id }] }))
    expect(error).toMatchObject({ param: 'items[0][price]' })
  })

  it('the tax settings report whether they are complete', async () => {
    expect(await bench.stripe.tax.settings.retrieve({}, on())).toMatchObject({ status: 'active' })
    const fresh = await bench.stripe.accounts.create({ country: 'US' })
    const settings = await bench.stripe.tax.settings.retrieve({}, { stripeAccount: fresh.id })
    expect(settings.status).toBe('pending')
  })
})
