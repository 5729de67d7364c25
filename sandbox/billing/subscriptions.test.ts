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
  periodEnd,
  rate,
  read,
  recurring,
  renew,
  subscribe,
  useBilling,
} from './test-billing.ts'

useBilling()

describe('starting', () => {
  it('a subscription is incomplete until the buyer pays the first invoice', async () => {
    const started = await begin({ application_fee_percent: 1.5 })
    expect(started.status).toBe('incomplete')
    expect(invoiceOf(started)).toMatchObject({
      status: 'open',
      total: 2000,
      billing_reason: 'subscription_create',
    })
    const paid = await bench.stripe.paymentIntents.confirm(
      intentOf(started),
      { payment_method: 'pm_card_visa' },
      on(),
    )
    expect(paid).toMatchObject({ status: 'succeeded', application_fee_amount: 30 })
    const active = await read(started.id)
    expect(active).toMatchObject({ status: 'active', default_payment_method: paid.payment_method })
    expect(periodEnd(active)).toBeGreaterThan(active.start_date + 27 * day)
  })

  it('a first invoice can be paid after a decline or an authentication', async () => {
    const started = await begin()
    const intent = intentOf(started)
    await failure(
      bench.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa_chargeDeclined' }, on()),
    )
    expect((await read(started.id)).status).toBe('incomplete')
    const waiting = await bench.stripe.paymentIntents.confirm(
      intent,
      { payment_method: 'pm_card_threeDSecure2Required' },
      on(),
    )
    await bench.control('POST', '/authentications', {
      payment_intent: intent,
      client_secret: waiting.client_secret,
      outcome: 'complete',
    })
    expect((await read(started.id)).status).toBe('active')
  })

  it('an unpaid subscription expires after 23 hours and its invoice is voided', async () => {
    const started = await begin()
    await advance(23 * 3600)
    expect((await read(started.id)).status).toBe('incomplete_expired')
    expect((await invoices(started.id))[0]?.status).toBe('void')
  })

  it('an incomplete subscription rejects most updates', async () => {
    const { id } = await begin()
    await bench.stripe.subscriptions.update(id, { metadata: { a: 'b' } }, on())
    expect(
      await failure(bench.stripe.subscriptions.update(id, { cancel_at_period_end: true }, on())),
    ).toMatchObject({
      statusCode: 400,
      param: 'cancel_at_period_end',
    })
  })

  it('an immediate payment needs a default method, and error_if_incomplete undoes a failed start', async () => {
    const more = { payment_behavior: 'allow_incomplete', expand: [] }
    expect(await failure(begin(more))).toMatchObject({ code: 'resource_missing' })
    const method = await bench.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, on())
    const strict = { default_payment_method: method.id, payment_behavior: 'error_if_incomplete', expand: [] }
    expect(await failure(begin(strict))).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await bench.stripe.subscriptions.list({ customer, status: 'all' }, on())).data).toHaveLength(0)
    const lenient = await begin({ ...strict, payment_behavior: 'allow_incomplete' })
    expect(lenient.status).toBe('incomplete')
  })
})

describe('invoices', () => {
  it.each([
    [17.5, false, 999, 999 + 175],
    [10, false, 60_000, 66_000],
    [10, true, 60_000, 60_000],
  ])('tax of %d %% (inclusive: %s) on %d is %d', async (percentage, inclusive, amount, total) => {
    const tax = await rate(percentage, inclusive)
    const started = await begin({ items: [{ price: await recurring(amount), tax_rates: [tax] }] })
    const invoice = invoiceOf(started)
    expect(invoice).toMatchObject({ subtotal: amount, total })
    expect(invoice.total_taxes?.[0]).toMatchObject({ tax_behavior: inclusive ? 'inclusive' : 'exclusive' })
  })

  it('one-time extras appear only on the first invoice', async () => {
    const bump = await bench.stripe.prices.create(
      { currency: 'usd', unit_amount: 500, product_data: { name: 'Bump' } },
      on(),
    )
    const tax = await rate(10, false)
    const subscription = await subscribe({ add_invoice_items: [{ price: bump.id, tax_rates: [tax] }] })
    const renewed = await renew(subscription)
    const [second, first] = await invoices(subscription.id)
    expect(first).toMatchObject({ status: 'paid', total: 2550, amount_paid: 2550 })
    expect(second).toMatchObject({ status: 'paid', total: 2000, billing_reason: 'subscription_cycle' })
    expect(renewed.status).toBe('active')
  })

  it('an invoice includes its payment on request', async () => {
    const subscription = await subscribe()
    const paid = await bench.stripe.invoices.retrieve(
      idOf(subscription.latest_invoice),
      { expand: ['payments.data.payment.payment_intent'] },
      on(),
    )
    const intent = paid.payments?.data[0]?.payment.payment_intent
    expect(intent).toMatchObject({ object: 'payment_intent', status: 'succeeded' })
  })

  it('an amount below the smallest charge is added to the next invoice', async () => {
    const subscription = await begin({ items: [{ price: await recurring(20, 'day') }] })
    expect(subscription.status).toBe('active')
    expect(invoiceOf(subscription)).toMatchObject({ status: 'paid', total: 20, amount_paid: 0 })
    expect(await bench.stripe.customers.retrieve(customer, {}, on())).toMatchObject({ balance: 20 })
  })
})

describe('renewing', () => {
  it('a subscription renews on the anchor’s day or on the last day of a shorter month', async () => {
    const year = new Date().getUTCFullYear() + 1
    await moveTo(Date.UTC(year, 0, 31, 12) / 1000)
    let subscription = await subscribe()
    const ends: string[] = []
    for (let count = 0; count < 3; count += 1) {
      // Without the time, because the sandbox's clock runs on.
      ends.push(new Date(periodEnd(subscription) * 1000).toISOString().slice(0, 10))
      subscription = await renew(subscription)
    }
    const lastOfFebruary = new Date(Date.UTC(year, 2, 0, 12)).toISOString().slice(0, 10)
    expect(ends).toEqual([lastOfFebruary, `${year}-03-31`, `${year}-04-30`])
  })

  it('a subscription with cancel_at ends after the exact number of invoices', async () => {
    const started = await subscribe({
      items: [{ price: await recurring(2000, 'week', 2) }],
      cancel_at: Math.floor(Date.now() / 1000) + 400 * day,
    })
    const end = started.billing_cycle_anchor + 3 * 14 * day
    await bench.stripe.subscriptions.update(started.id, { cancel_at: end, proration_behavior: 'none' }, on())
    await moveTo(end + 30 * day)
    expect(await read(started.id)).toMatchObject({ status: 'canceled', ended_at: end })
    const all = await invoices(started.id)
    expect(all.map((invoice) => [invoice.status, invoice.total])).toEqual([
      ['paid', 2000],
      ['paid', 2000],
      ['paid', 2000],
    ])
  })

  it('the last period is prorated if cancel_at is before its end', async () => {
    const started = await subscribe({ items: [{ price: await recurring(1000, 'day', 10) }] })
    const end = started.billing_cycle_anchor + 15 * day
    await bench.stripe.subscriptions.update(started.id, { cancel_at: end }, on())
    await moveTo(end + day)
    expect((await invoices(started.id)).map((invoice) => invoice.total)).toEqual([500, 1000])
  })

  it('a cancellation at the period’s end can be undone', async () => {
    const first = await subscribe()
    await bench.stripe.subscriptions.update(first.id, { cancel_at_period_end: true }, on())
    await bench.stripe.subscriptions.update(first.id, { cancel_at_period_end: false }, on())
    expect((await renew(first)).status).toBe('active')
    await bench.stripe.subscriptions.update(first.id, { cancel_at_period_end: true }, on())
    expect((await renew(first)).status).toBe('canceled')
    expect(await invoices(first.id)).toHaveLength(2)
  })

  it('a failing card is retried, and then the subscription is canceled', async () => {
    const subscription = await subscribe()
    const broken = await bench.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, on())
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: broken.id }, on())
    const late = await renew(subscription)
    expect(late.status).toBe('past_due')
    const [open] = await invoices(subscription.id)
    expect(open).toMatchObject({ status: 'open', attempted: true, attempt_count: 1 })
    expect(open?.next_payment_attempt).toBeGreaterThan(0)
    await advance(16 * day)
    expect(await read(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  })

  it('a subscription is active again once its late invoice is paid', async () => {
    const subscription = await subscribe()
    const broken = await bench.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, on())
    await bench.stripe.subscriptions.update(subscription.id, { default_payment_method: broken.id }, on())
    const late = await renew(subscription)
    const invoice = idOf(late.latest_invoice)
    expect(await failure(bench.stripe.invoices.pay(invoice, {}, on()))).toMatchObject({ statusCode: 402 })
    const method = await bench.stripe.paymentMethods.attach('pm_card_visa', { customer }, on())
    const paid = await bench.stripe.invoices.pay(invoice, { payment_method: method.id }, on())
    expect(paid.status).toBe('paid')
    expect((await read(subscription.id)).status).toBe('active')
  })
})
