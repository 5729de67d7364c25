// The setup for payment tests: a server with prepared responses and a tab with storage.
import type { Answer, PayBody, Refusal } from './pay-api.ts'
import { createPayment, type CardResult } from './payment.ts'
import type { PendingPurchase, Purchase } from './pending-purchase.ts'

export const price = { currency: 'usd', lines: [], subtotal: 4900, taxAmount: 0, total: 4900 }
export const body = {
  form: 'f',
  bumps: [],
  email: 'ada@example.com',
  name: 'Ada',
  quote: 'q',
  isRepeat: false,
}
export const order = { body, price, renewal: null }
export const readCard = async (): Promise<CardResult> => ({ id: 'pm_1' })

export const base = { purchaseId: 'p', secret: 's' }
export const paid = outcome({
  ...base,
  status: 'paid',
  successMessage: null,
  redirectUrl: null,
  paidWith: null,
})
export const processing = outcome({ ...base, status: 'processing', settlesBy: null })
export const action = outcome({ ...base, status: 'requires_action', clientSecret: 'cs' })
export const declined = outcome({
  ...base,
  status: 'failed',
  reason: 'insufficient_funds',
  message: 'No funds.',
  method: 'card',
})
export const nothing: Answer = { kind: 'no-answer', waitSeconds: 0 }

export type Outcome = Extract<Answer, { kind: 'outcome' }>['outcome']

export function outcome(value: Outcome): Answer {
  return { kind: 'outcome', outcome: value }
}

export function refused(services: Partial<Refusal> & { readonly status: number }): Answer {
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

/** A payment on a server that sends these responses one after another. Its `memory` can start the next payment. */
export function bench(
  answers: readonly Answer[],
  kept: PendingPurchase | null = null,
  arrival: {
    readonly returned?: typeof base
    readonly asksElsewhere?: boolean
    /** Whether time stops, as within a double click. */
    readonly isStill?: boolean
  } = {},
) {
  const left = [...answers]
  const sent: { key: string; body: PayBody }[] = []
  const asked: string[] = []
  const waits: number[] = []
  const states: string[] = []
  const leavings: string[] = []
  const online: (() => void)[] = []
  const memory: { pending: typeof kept; left: Purchase | null } = { pending: kept, left: null }
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
      leave: (purchase) => void (memory.left = purchase),
      clear: () => {
        memory.pending = null
        memory.left = null
      },
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      if (arrival.isStill === true) await new Promise(() => undefined)
    },
    newKey: () => `key-${++keys}`,
    authenticate: async () => void authentications++,
    asksElsewhere: async () => arrival.asksElsewhere === true,
    returned: arrival.returned ?? null,
    leaveFor: (path) => void leavings.push(path),
    prove: async (challenge) => `${challenge}.7`,
    whenOnline: (listener) => void online.push(listener),
    renewPrices: async () => {
      renewals++
      return renewals === 1
    },
  })
  payment.subscribe(() => states.push(payment.flow().state))
  const counts = () => ({ authentications, renewals })
  const comeOnline = () => online.forEach((listener) => listener())
  return { payment, sent, asked, waits, states, leavings, memory, counts, comeOnline }
}

export const problemIn = (flow: ReturnType<ReturnType<typeof createPayment>['flow']>) =>
  flow.state === 'failed' ? flow.problem : undefined
