import { expect, test } from 'vitest'
import type { Answer, PayBody, Refusal } from './pay-api.ts'
import { createPayment, type CardResult } from './payment.ts'
import type { PendingPurchase } from './pending-purchase.ts'
import { problem } from './problem.ts'

const price = { currency: 'usd', lines: [], subtotal: 4900, taxAmount: 0, total: 4900 }
const body = {
  form: 'f',
  bumps: [],
  email: 'ada@example.com',
  name: 'Ada',
  quote: 'q',
  isRepeat: false,
}
const order = { body, price }
const readCard = async (): Promise<CardResult> => ({ id: 'pm_1' })

const base = { purchaseId: 'p', secret: 's' }
const paid = outcome({ ...base, status: 'paid', successMessage: null, redirectUrl: null })
const processing = outcome({ ...base, status: 'processing', settlesBy: null })
const action = outcome({ ...base, status: 'requires_action', clientSecret: 'cs' })
const declined = outcome({ ...base, status: 'failed', reason: 'insufficient_funds', message: 'No funds.' })
const nothing: Answer = { kind: 'no-answer', waitSeconds: 0 }

type Outcome = Extract<Answer, { kind: 'outcome' }>['outcome']

function outcome(value: Outcome): Answer {
  return { kind: 'outcome', outcome: value }
}

function refused(services: Partial<Refusal> & { readonly status: number }): Answer {
  const refusal = {
    code: 'c',
    message: 'M',
    errors: {},
    isRepriced: false,
    reason: 'c',
    waitSeconds: 0,
    challenge: '',
  }
  return { kind: 'refused', refusal: { ...refusal, ...services } }
}

/** A payment on a server that gives these answers in turn, and a tab that remembers across `createPayment`. */
function bench(
  answers: readonly Answer[],
  kept: PendingPurchase | null = null,
  arrival: { readonly returned?: typeof base; readonly asksElsewhere?: boolean } = {},
) {
  const left = [...answers]
  const sent: { key: string; body: PayBody }[] = []
  const asked: string[] = []
  const waits: number[] = []
  const states: string[] = []
  const leavings: string[] = []
  const memory = { pending: kept }
  let keys = 0
  let authentications = 0
  let renewals = 0
  const next = () => {
    const answer = left.shift()
    if (answer === undefined) throw new Error('The server was asked more often than expected')
    return Promise.resolve(answer)
  }
  const payment = createPayment({
    api: {
      payForm: (paying, key) => {
        sent.push({ key, body: paying })
        return next()
      },
      getPurchaseState: (id) => {
        asked.push(id)
        return next()
      },
      cancelPurchase: (id) => {
        asked.push(`cancel ${id}`)
        return next()
      },
    },
    pending: {
      read: () => memory.pending,
      write: (pending) => void (memory.pending = pending),
      clear: () => void (memory.pending = null),
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
    newKey: () => `key-${++keys}`,
    authenticate: async () => void authentications++,
    asksElsewhere: async () => arrival.asksElsewhere === true,
    returned: arrival.returned ?? null,
    leaveFor: (path) => void leavings.push(path),
    prove: async (challenge) => `${challenge}.7`,
    renewPrices: async () => {
      renewals++
      return renewals === 1
    },
  })
  payment.subscribe(() => states.push(payment.flow().state))
  const counts = () => ({ authentications, renewals })
  return { payment, sent, asked, waits, states, leavings, memory, counts }
}

const problemIn = (flow: ReturnType<ReturnType<typeof createPayment>['flow']>) =>
  flow.state === 'failed' ? flow.problem : undefined

test('one press pays once', async () => {
  const { payment, sent, states } = bench([paid])
  await payment.press(order, readCard)
  expect(states).toEqual(['paying', 'done'])
  expect(sent).toEqual([{ key: 'key-1', body: { ...body, paymentMethodId: 'pm_1' } }])
})

test('presses while a payment is under way, or done, do nothing', async () => {
  const { payment, sent } = bench([paid])
  await Promise.all([payment.press(order, readCard), payment.press(order, readCard)])
  await payment.press(order, readCard)
  expect(sent).toHaveLength(1)
})

test('a challenge is answered with the same key, and once more when the answer came too late', async () => {
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

test('a free order takes no card', async () => {
  const { payment, sent } = bench([paid])
  await payment.press(order, null)
  expect(sent[0]?.body.paymentMethodId).toBeNull()
})

test('a card that cannot be read asks the server nothing', async () => {
  const { payment, sent } = bench([])
  await payment.press(order, async () => ({ problem: problem({ at: 'card', message: 'Incomplete' }) }))
  expect(problemIn(payment.flow())?.message).toBe('Incomplete')
  expect(sent).toEqual([])
})

test('a lost answer is asked for again with the same key and body', async () => {
  const { payment, sent, waits } = bench([nothing, nothing, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
  expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1)
  expect(waits).toEqual([500, 1500])
})

test('while the outcome is unknown there is never a new key', async () => {
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

test('a server too busy to look does not settle an earlier try', async () => {
  const { payment } = bench([nothing, refused({ status: 429 }), refused({ status: 503 }), paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})

test('a server that knows that nothing was charged does settle it', async () => {
  const { payment, memory } = bench([nothing, refused({ status: 503, code: 'provider_unreachable' })])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('failed')
  expect(memory.pending).toBeNull()
})

test('a decline leaves the form as it is, and the next press has a new key', async () => {
  const { payment, sent, memory } = bench([declined, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ at: 'card', nextStep: 'another-card' })
  expect(memory.pending).toBeNull()
  await payment.press(order, readCard)
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
})

test('the bank asks, then the server is asked', async () => {
  const { payment, asked, states, counts } = bench([action, paid])
  await payment.press(order, readCard)
  expect(states).toEqual(['paying', 'confirming', 'checking', 'done'])
  expect(asked).toEqual(['p'])
  expect(counts().authentications).toBe(1)
})

test('a bank that was left without an answer can be gone back to, with the same purchase', async () => {
  const { payment, sent, counts } = bench([action, action, action, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())?.nextStep).toBe('confirm-at-bank')
  await payment.resume()
  expect(payment.flow().state).toBe('done')
  expect(sent).toHaveLength(1)
  expect(counts().authentications).toBe(2)
})

test('a purchase that is still processed is asked for with growing pauses, then on demand', async () => {
  const { payment, waits } = bench([processing, ...Array.from({ length: 10 }, () => processing), paid])
  await payment.press(order, readCard)
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
  expect(waits.reduce((all, wait) => all + wait)).toBe(60_000)
  expect(payment.flow()).toEqual({ state: 'checking', isWaiting: true })
  await payment.resume()
  expect(payment.flow().state).toBe('done')
})

test('a state that cannot be had now does not end the asking', async () => {
  const { payment } = bench([processing, refused({ status: 503 }), nothing, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})

test('a new price is shown and asked for again', async () => {
  const repriced = refused({ status: 409, isRepriced: true, message: 'The price has changed.' })
  const { payment, sent, counts } = bench([repriced, repriced, paid])
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ nextStep: 'accept-price' })
  await payment.press(order, readCard)
  expect(problemIn(payment.flow())).toMatchObject({ nextStep: 'reload' })
  expect(counts().renewals).toBe(2)
  expect(sent).toHaveLength(2)
})

test('after a reload a paid purchase is shown as paid, and sends nobody away again', async () => {
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

test('a purchase that the server does not know is forgotten', async () => {
  const kept = { key: 'k', body: { ...body, paymentMethodId: null }, price, purchase: base }
  const { payment, memory } = bench([refused({ status: 404 })], kept)
  await payment.resume()
  expect(payment.flow().state).toBe('filling')
  expect(memory.pending).toBeNull()
})

test('a page without a pending purchase asks nothing', async () => {
  const { payment, states } = bench([])
  await payment.arrive()
  await payment.resume()
  expect(states).toEqual([])
})

test('giving up at the bank closes the purchase, and the page can be paid again', async () => {
  const { payment, asked } = bench([
    action,
    action,
    outcome({ ...base, status: 'failed', reason: 'canceled', message: '' }),
  ])
  await payment.press(order, readCard)
  await payment.giveUp()

  expect(asked).toEqual(['p', 'cancel p'])
  expect(payment.flow()).toEqual({ state: 'filling' })
})

test('giving up too late shows that it is paid', async () => {
  const { payment } = bench([action, action, paid])
  await payment.press(order, readCard)
  await payment.giveUp()

  expect(payment.flow().state).toBe('done')
})

test('who has bought before is asked, and pays again only by saying so', async () => {
  const { payment, sent } = bench([refused({ status: 409, code: 'bought_before' }), paid])
  await payment.press(order, readCard)
  expect(payment.flow()).toMatchObject({ state: 'failed', problem: { nextStep: 'buy-again' } })
  await payment.press({ ...order, body: { ...body, isRepeat: true } }, readCard)

  expect(sent.map(({ key, body: { isRepeat } }) => [key, isRepeat])).toEqual([
    ['key-1', false],
    ['key-2', true],
  ])
})

test('a token pays in the place of a card', async () => {
  const { payment, sent } = bench([paid])
  await payment.press(order, async () => ({ confirmationToken: 'ctoken_1' }))
  expect(sent.map(({ body: sentBody }) => sentBody)).toEqual([
    { ...body, paymentMethodId: null, confirmationToken: 'ctoken_1' },
  ])
})

const kept = { key: 'k', body: { ...body, paymentMethodId: null }, price, purchase: base }

test('who comes back from their bank sees that it is paid, for the first time', async () => {
  const { payment, asked } = bench([paid], kept, { returned: base })
  await payment.arrive()
  expect(asked).toEqual(['p'])
  expect(payment.flow()).toMatchObject({ state: 'done', receipt: { isFresh: true, email: body.email } })
})

test.for([
  { how: 'without an answer', arrival: { returned: base } },
  { how: 'by the browser’s back button', arrival: { asksElsewhere: true } },
])(
  'who comes back from their bank $how is asked, and goes there again only on demand',
  async ({ arrival }) => {
    const { payment, counts, memory } = bench([action, action, paid], kept, arrival)
    await payment.arrive()
    expect(problemIn(payment.flow())?.nextStep).toBe('confirm-at-bank')
    expect(counts().authentications).toBe(0)
    expect(memory.pending?.purchase).toEqual(base)
    await payment.resume()
    expect(counts().authentications).toBe(1)
    expect(payment.flow().state).toBe('done')
  },
)

test('a page that is loaded again while a bank asks in it lets the bank ask again', async () => {
  const { payment, counts } = bench([action, paid], kept)
  await payment.arrive()
  expect(counts().authentications).toBe(1)
  expect(payment.flow().state).toBe('done')
})

test('who comes back in another browser is taken to the purchase’s own page', async () => {
  const { payment, leavings, sent } = bench([nothing, paid], null, { returned: base })
  await payment.arrive()
  expect(leavings).toEqual(['/purchases/p?key=s'])
  expect(sent).toEqual([])
})

test('in another browser a payment that failed can be made again, and one that cannot be seen is not', async () => {
  const failed = bench([declined], null, { returned: base })
  await failed.payment.arrive()
  expect(problemIn(failed.payment.flow())).toMatchObject({ at: 'card', message: 'No funds.' })
  const unseen = bench([refused({ status: 404 })], null, { returned: { ...base, secret: '' } })
  await unseen.payment.arrive()
  expect(problemIn(unseen.payment.flow())?.advice).toBe('Look for our mail before you pay again.')
  expect([...failed.leavings, ...unseen.leavings]).toEqual([])
})

test('what the bank still has is said at once, cannot be paid again, and is asked for for a minute', async () => {
  const settlesBy = '2026-12-07T00:00:00.000Z'
  const waiting = outcome({ ...base, status: 'processing', settlesBy })
  const { payment, waits, sent, states } = bench([waiting, ...Array.from({ length: 10 }, () => waiting)])
  await payment.press(order, readCard)
  const purchasePath = '/purchases/p?key=s'
  expect(payment.flow()).toEqual({
    state: 'processing',
    order: { price, email: body.email, purchasePath, settlesBy },
  })
  expect(waits.reduce((all, wait) => all + wait)).toBe(60_000)
  expect(states[1]).toBe('processing')
  await payment.press(order, readCard)
  expect(sent).toHaveLength(1)
})

test('what the bank has paid meanwhile is shown as paid', async () => {
  const waiting = outcome({ ...base, status: 'processing', settlesBy: '2026-12-07T00:00:00.000Z' })
  const { payment } = bench([waiting, waiting, paid])
  await payment.press(order, readCard)
  expect(payment.flow().state).toBe('done')
})
