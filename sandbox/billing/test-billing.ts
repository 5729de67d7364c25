import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readySeller, startBench, type Bench } from '#testing.ts'

export let bench: Bench
let seller: string
export let customer: string
export let price: string
export const on = () => ({ stripeAccount: seller })
export const day = 24 * 3600

/** Gives each test in a file a new seller with a customer and a monthly price. */
export function useBilling(): void {
  beforeAll(async () => {
    bench = await startBench()
  })
  beforeEach(async () => {
    await bench.control('POST', '/reset')
    seller = await readySeller(bench)
    customer = (await bench.stripe.customers.create({ email: 'buyer@example.com' }, on())).id
    price = await recurring(2000)
  })
  afterAll(async () => {
    const violations = bench.sandbox.violations()
    await bench.close()
    expect(violations).toEqual([])
  })
}

export async function recurring(
  unit_amount: number,
  interval: 'day' | 'week' | 'month' | 'year' = 'month',
  interval_count = 1,
): Promise<string> {
  const made = await bench.stripe.prices.create(
    {
      currency: 'usd',
      unit_amount,
      recurring: { interval, interval_count },
      product_data: { name: 'Membership' },
    },
    on(),
  )
  return made.id
}

export async function rate(percentage: number, inclusive: boolean): Promise<string> {
  return (await bench.stripe.taxRates.create({ display_name: 'VAT', percentage, inclusive }, on())).id
}

/** Subscribes as a buyer whose browser confirms the first invoice's intent. */
export function begin(more: object = {}) {
  return bench.stripe.subscriptions.create(
    {
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
      ...more,
    },
    on(),
  )
}

export function invoiceOf(subscription: Stripe.Subscription): Stripe.Invoice {
  if (typeof subscription.latest_invoice !== 'object' || subscription.latest_invoice === null) {
    throw new Error('The invoice was not expanded.')
  }
  return subscription.latest_invoice
}

export function intentOf(subscription: Stripe.Subscription): string {
  return (invoiceOf(subscription).confirmation_secret?.client_secret ?? '').split('_secret_')[0] ?? ''
}

export async function subscribe(
  more: object = {},
  payment_method = 'pm_card_visa',
): Promise<Stripe.Subscription> {
  const started = await begin(more)
  await bench.stripe.paymentIntents.confirm(intentOf(started), { payment_method }, on())
  return read(started.id)
}

export const read = (id: string) => bench.stripe.subscriptions.retrieve(id, {}, on())
export const invoices = async (subscription: string) =>
  (await bench.stripe.invoices.list({ subscription, limit: 100 }, on())).data
export const moveTo = (to: number) => bench.control('POST', '/clock', { to })
export const advance = (seconds: number) => bench.control('POST', '/clock', { advance: seconds })
export const periodEnd = (subscription: Stripe.Subscription) =>
  subscription.items.data[0]?.current_period_end ?? 0

/** Moves the clock past the end of the period and the hour in which the invoice is a draft. */
export async function renew(subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  await moveTo(periodEnd(await read(subscription.id)) + 3601)
  return read(subscription.id)
}
