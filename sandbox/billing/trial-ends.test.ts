import { expect, it } from 'vitest'
import { failure } from '#testing.ts'
import { advance, bench, day, invoices, moveTo, on, read, subscribe, useBilling } from './test-billing.ts'

useBilling()

const rest = async (id: string, end: number, more: object = {}) =>
  bench.stripe.subscriptions.update(id, { trial_end: end, proration_behavior: 'none', ...more }, on())

it('an active subscription with a trial end is charged nothing until then', async () => {
  const { id, billing_cycle_anchor: begun } = await subscribe()
  const end = begun + 90 * day
  const rested = await rest(id, end)
  expect(rested).toMatchObject({ status: 'trialing', trial_end: end, billing_cycle_anchor: end })
  const [invoice, first] = await invoices(id)
  expect(invoice).toMatchObject({ status: 'paid', total: 0, billing_reason: 'subscription_update' })
  expect(first).toMatchObject({ billing_reason: 'subscription_create' })
  await moveTo(end - day)
  expect(await invoices(id)).toHaveLength(2)
  await moveTo(end + 3700)
  expect((await invoices(id))[0]).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' })
  expect((await read(id)).status).toBe('active')
})

it('by default the paid time is credited', async () => {
  const { id, billing_cycle_anchor: begun } = await subscribe()
  await bench.stripe.subscriptions.update(id, { trial_end: begun + 60 * day }, on())
  expect((await invoices(id))[0]?.total).toBeLessThan(0)
})

it('a renewal drafted just before is still charged', async () => {
  const subscription = await subscribe()
  const { current_period_end: end = 0 } = subscription.items.data[0] ?? {}
  await moveTo(end + 60)
  await rest(subscription.id, end + 90 * day)
  await advance(3700)
  const found = await invoices(subscription.id)
  expect(found.filter(({ status, total }) => status === 'paid' && total > 0)).toHaveLength(2)
})

it('a trial end in the past, beyond two years or on an ended subscription is rejected', async () => {
  const { id, billing_cycle_anchor: begun } = await subscribe()
  for (const end of [begun - day, begun + 800 * day])
    expect(await failure(rest(id, end))).toMatchObject({ statusCode: 400, param: 'trial_end' })
  await bench.stripe.subscriptions.cancel(id, {}, on())
  expect(await failure(rest(id, begun + 60 * day))).toMatchObject({ statusCode: 400 })
})

it('a pause ended early charges the card right away, and ends only if the card pays', async () => {
  const { id, billing_cycle_anchor: begun } = await subscribe()
  await rest(id, begun + 90 * day)
  const now = {
    trial_end: 'now',
    proration_behavior: 'none',
    payment_behavior: 'pending_if_incomplete',
  } as const
  const ended = await bench.stripe.subscriptions.update(id, now, on())
  expect(ended).toMatchObject({ status: 'active', pending_update: null })
  expect((await invoices(id))[0]).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' })
  const refused = bench.stripe.subscriptions.update(id, { ...now, metadata: { a: 'b' } }, on())
  expect(await failure(refused)).toMatchObject({ param: 'metadata' })
})
