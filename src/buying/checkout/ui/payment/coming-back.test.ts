import { expect, test } from 'vitest'
import {
  price,
  body,
  order,
  readCard,
  base,
  paid,
  action,
  declined,
  nothing,
  outcome,
  refused,
  bench,
  problemIn,
} from './test-payment.ts'

const kept = { key: 'k', body: { ...body, paymentMethodId: null }, price, purchase: base }

test('a buyer who returns from their bank sees the purchase as just paid', async () => {
  const { payment, asked } = bench([paid], kept, { returned: base })
  await payment.arrive()
  expect(asked).toEqual(['p'])
  expect(payment.flow()).toMatchObject({ state: 'done', receipt: { isFresh: true, email: body.email } })
})

test.for([
  { how: 'without answering', arrival: { returned: base } },
  { how: 'with the back button', arrival: { asksElsewhere: true } },
])('a buyer who returns from their bank $how must choose to confirm again', async ({ arrival }) => {
  const { payment, counts, memory } = bench([action, action, paid], kept, arrival)
  await payment.arrive()
  expect(problemIn(payment.flow())?.nextStep).toBe('confirm-at-bank')
  expect(counts().authentications).toBe(0)
  expect(memory.pending?.purchase).toEqual(base)
  await payment.resume()
  expect(counts().authentications).toBe(1)
  expect(payment.flow().state).toBe('done')
})

test('after a reload during authentication the bank asks the buyer again', async () => {
  const { payment, counts } = bench([action, paid], kept)
  await payment.arrive()
  expect(counts().authentications).toBe(1)
  expect(payment.flow().state).toBe('done')
})

test('a buyer who returns in another browser is sent to the purchase’s page', async () => {
  const { payment, leavings, sent } = bench([nothing, paid], null, { returned: base })
  await payment.arrive()
  expect(leavings).toEqual(['/purchases/p?key=s'])
  expect(sent).toEqual([])
})

test('in another browser a buyer can choose to continue at their bank', async () => {
  const { payment, counts, sent, leavings, memory } = bench([action, action, paid], null, { returned: base })
  await payment.arrive()
  expect(problemIn(payment.flow())?.nextStep).toBe('confirm-at-bank')
  expect(counts().authentications).toBe(0)
  await payment.resume()
  expect([counts().authentications, leavings, sent]).toEqual([1, ['/purchases/p?key=s'], []])
  expect(memory.left).toBeNull()
})

test('in another browser a buyer can cancel the purchase to pay another way', async () => {
  const { payment, asked } = bench([action, declined], null, { returned: base })
  await payment.arrive()
  await payment.giveUp()
  expect(asked).toEqual(['p', 'cancel p'])
  expect(payment.flow()).toEqual({ state: 'filling' })
})

test('other tabs show that a purchase is at its bank until it is settled', async () => {
  const { payment, memory } = bench([action, action, declined])
  await payment.press(order, readCard)
  expect(memory.left).toEqual(base)
  await payment.giveUp()
  expect(memory.left).toBeNull()
})

test('in another browser a failed payment can be tried again, but one with an unknown outcome cannot', async () => {
  const failed = bench([declined], null, { returned: base })
  await failed.payment.arrive()
  expect(problemIn(failed.payment.flow())).toMatchObject({ at: 'card', message: 'No funds.' })
  const unseen = bench([refused({ status: 404 })], null, { returned: { ...base, secret: '' } })
  await unseen.payment.arrive()
  expect(problemIn(unseen.payment.flow())?.advice).toBe(
    'Check your email for a receipt before you pay again.',
  )
  expect([...failed.leavings, ...unseen.leavings]).toEqual([])
})

test('a payment the bank is processing is polled for a minute and cannot be repeated', async () => {
  const settlesBy = '2026-12-07T00:00:00.000Z'
  const waiting = outcome({ ...base, status: 'processing', settlesBy })
  const { payment, waits, sent, states } = bench([waiting, ...Array.from({ length: 10 }, () => waiting)])
  await payment.press({ ...order, body: { ...body, coupon: 'SPRING' } }, readCard)
  const purchasePath = '/purchases/p?key=s'
  expect(payment.flow()).toEqual({
    state: 'processing',
    order: { price, code: 'SPRING', email: body.email, purchasePath, settlesBy },
  })
  expect(waits.reduce((all, wait) => all + wait)).toBe(60_000)
  expect(states[1]).toBe('processing')
  await payment.press(order, readCard)
  expect(sent).toHaveLength(1)
})

test('a payment the bank confirms during polling is shown as paid', async () => {
  const waiting = outcome({ ...base, status: 'processing', settlesBy: '2026-12-07T00:00:00.000Z' })
  const { payment } = bench([waiting, waiting, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})
