import { expect, test, vi } from 'vitest'
import { problem } from './problem.ts'
import {
  price,
  body,
  order,
  readCard,
  base,
  paid,
  processing,
  action,
  declined,
  nothing,
  outcome,
  refused,
  bench,
  problemIn,
} from './test-payment.ts'

test('a click sends one payment, which ends up paid', async () => {
  const { payment, sent, states } = bench([paid])
  await payment.press(order, readCard)
  expect(states).toEqual(['paying', 'done'])
  expect(sent).toEqual([{ key: 'key-1', body: { ...body, paymentMethodId: 'pm_1' } }])
})

test('further clicks during and after a payment have no effect', async () => {
  const { payment, sent } = bench([paid])
  await Promise.all([payment.press(order, readCard), payment.press(order, readCard)])
  await payment.press(order, readCard)
  expect(sent).toHaveLength(1)
})

test('a proof of work is sent under the same key, even for a second challenge', async () => {
  const challenge = (text: string) => refused({ status: 428, challenge: text })
  const { payment, sent, states } = bench([challenge('first'), challenge('second'), paid])
  await payment.press(order, readCard)

  expect(states).toEqual(['paying', 'done'])
  expect(sent.map(({ key, body: { proof } }) => [key, proof])).toEqual([
    ['key-1', undefined],
    ['key-1', 'first.7'],
    ['key-1', 'second.7'],
  ])
})

test('a free order sends no card', async () => {
  const { payment, sent } = bench([paid])
  await payment.press(order, null)
  expect(sent[0]?.body.paymentMethodId).toBeNull()
})

test('an incomplete card sends no request', async () => {
  const { payment, sent } = bench([])
  await payment.press(order, async () => ({ problem: problem({ at: 'card', message: 'Incomplete' }) }))
  expect(problemIn(payment.flow())?.message).toBe('Incomplete')
  expect(sent).toEqual([])
})

test('a request without a response is repeated with the same key and contents', async () => {
  const { payment, sent, waits } = bench([nothing, nothing, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
  expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1)
  expect(waits).toEqual([500, 1500])
})

test('while the outcome is unknown, every attempt uses the same key', async () => {
  const { payment, sent, memory } = bench([nothing, nothing, nothing, nothing, nothing, paid])
  await payment.press(order, readCard)
  expect(payment.flow()).toEqual({ state: 'checking', isWaiting: true })
  await payment.press(order, readCard)
  expect(sent).toHaveLength(4)
  expect(memory.pending?.key).toBe('key-1')
  await payment.resume()
  expect(payment.flow().state).toBe('done')
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['key-1']))
})

test('a busy server’s response does not settle an earlier attempt', async () => {
  const { payment } = bench([nothing, refused({ status: 429 }), refused({ status: 503 }), paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})

test('a response that nothing was charged settles an earlier attempt', async () => {
  const { payment, memory } = bench([nothing, refused({ status: 503, code: 'provider_unreachable' })])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('failed')
  expect(memory.pending).toBeNull()
})

test('after a decline, the next click uses a new key', async () => {
  const { payment, sent, memory } = bench([declined, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ at: 'card', nextStep: 'another-card' })
  expect(memory.pending).toBeNull()
  await payment.press(order, readCard)
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
})

test('after authentication the page asks the server for the outcome', async () => {
  const { payment, asked, states, counts } = bench([action, paid])
  await payment.press(order, readCard)
  expect(states).toEqual(['paying', 'confirming', 'checking', 'done'])
  expect(asked).toEqual(['p'])
  expect(counts().authentications).toBe(1)
})

test('a buyer can return to an unfinished authentication of the same purchase', async () => {
  const { payment, sent, counts } = bench([action, action, action, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())?.nextStep).toBe('confirm-at-bank')
  await payment.resume()
  expect(payment.flow().state).toBe('done')
  expect(sent).toHaveLength(1)
  expect(counts().authentications).toBe(2)
})

test('a processing purchase is polled at growing intervals, and then on demand', async () => {
  const { payment, waits } = bench([processing, ...Array.from({ length: 10 }, () => processing), paid])
  await payment.press(order, readCard)
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
  expect(waits.reduce((all, wait) => all + wait)).toBe(60_000)
  expect(payment.flow()).toEqual({ state: 'checking', isWaiting: true })
  await payment.resume()
  expect(payment.flow().state).toBe('done')
})

test('a page that stopped polling resumes when the network returns', async () => {
  const gone = Array.from({ length: 4 }, () => nothing)
  const { payment, sent, comeOnline } = bench([...gone, paid])
  await payment.press(order, readCard)
  expect(payment.flow()).toEqual({ state: 'checking', isWaiting: true })
  comeOnline()
  await vi.waitFor(() => expect(payment.flow().state).toBe('done'), { timeout: 120_000 })
  comeOnline()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(payment.flow().state).toBe('done')
})

test('a failed request for the state does not stop the polling', async () => {
  const { payment } = bench([processing, refused({ status: 503 }), nothing, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})

test('a new price is shown and must be confirmed before paying', async () => {
  const repriced = refused({ status: 409, isRepriced: true, message: 'The price has changed.' })
  const { payment, sent, counts } = bench([repriced, repriced, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ nextStep: 'accept-price' })
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ nextStep: 'reload' })
  expect(counts().renewals).toBe(2)
  expect(sent).toHaveLength(2)
})

test('after a reload a paid purchase is shown as paid without another redirect', async () => {
  const first = bench([paid])
  await first.payment.press(order, readCard)
  const second = bench([paid], first.memory.pending)
  await second.payment.arrive()
  expect(second.sent).toEqual([])
  expect(second.payment.flow()).toMatchObject({ state: 'done', receipt: { isFresh: false, price } })
  second.payment.startOver()
  expect(second.memory.pending).toBeNull()
  expect(second.payment.flow().state).toBe('filling')
})

test('a pending purchase that the server cannot find is deleted', async () => {
  const kept = { key: 'k', body: { ...body, paymentMethodId: null }, price, purchase: base }
  const { payment, memory } = bench([refused({ status: 404 })], kept)
  await payment.resume()
  expect(payment.flow().state).toBe('filling')
  expect(memory.pending).toBeNull()
})

test('a page without a pending purchase sends no request', async () => {
  const { payment, states } = bench([])
  await payment.arrive()
  await payment.resume()
  expect(states).toEqual([])
})

test('a buyer who cancels at their bank can pay again', async () => {
  const { payment, asked } = bench([
    action,
    action,
    outcome({ ...base, status: 'failed', reason: 'canceled', message: '', method: null }),
  ])
  await payment.press(order, readCard)
  await payment.giveUp()

  expect(asked).toEqual(['p', 'cancel p'])
  expect(payment.flow()).toEqual({ state: 'filling' })
})

test.for([
  { how: 'gets no response', answer: nothing },
  { how: 'has an unknown outcome', answer: processing },
  { how: 'is rate-limited', answer: refused({ status: 429 }) },
])('a cancellation that $how leaves the purchase open', async ({ answer }) => {
  const { payment, memory } = bench([action, action, answer, paid])
  await payment.press(order, readCard)
  await payment.giveUp()
  expect(problemIn(payment.flow())).toMatchObject({
    message: 'This payment could not be canceled yet.',
    nextStep: 'confirm-at-bank',
  })
  expect(memory.pending?.purchase).toEqual(base)
  await payment.giveUp()

  expect(payment.flow().state).toBe('done')
})

test('a cancellation after the payment shows the purchase as paid', async () => {
  const { payment } = bench([action, action, paid])
  await payment.press(order, readCard)
  await payment.giveUp()

  expect(payment.flow().state).toBe('done')
})

test('a repeat buyer pays again only after confirming', async () => {
  const { payment, sent } = bench([refused({ status: 409, code: 'bought_before' }), paid])
  await payment.press(order, readCard)
  expect(payment.flow()).toMatchObject({ state: 'failed', problem: { nextStep: 'buy-again' } })
  await payment.press({ ...order, body: { ...body, isRepeat: true } }, readCard)

  expect(sent.map(({ key, body: { isRepeat } }) => [key, isRepeat])).toEqual([
    ['key-1', false],
    ['key-2', true],
  ])
})

test.each([
  ['another price', { isRepriced: true }],
  ['a second purchase', { code: 'bought_before' }],
])('a double click does not confirm %s', async (_, refusal) => {
  const { payment, sent } = bench([refused({ status: 409, ...refusal }), paid], null, { isStill: true })
  await payment.press(order, readCard)
  await payment.press({ ...order, body: { ...body, isRepeat: true } }, readCard)

  expect(sent).toHaveLength(1)
  expect(payment.flow().state).toBe('failed')
})

test('a payment sends a token instead of a card', async () => {
  const { payment, sent } = bench([paid])
  await payment.press(order, async () => ({ confirmationToken: 'ctoken_1' }))
  expect(sent.map(({ body: sentBody }) => sentBody)).toEqual([
    { ...body, paymentMethodId: null, confirmationToken: 'ctoken_1' },
  ])
})
