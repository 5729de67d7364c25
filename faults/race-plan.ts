import { authenticatedCard, goodCard } from './buyer.ts'
import { methods } from './methods.ts'
import type { FaultScript } from './provider.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'

/** The plan for one buyer's behavior. Times are in milliseconds. */
export type BuyerPlan = {
  readonly form: 'usd' | 'jpy' | 'eur' | 'free' | 'recurring' | 'choice'
  /** The price the buyer chooses, for the form with several prices. */
  readonly price: 'first' | 'team' | 'parts'
  /** Whether the buyer enters the coupon that has only a few uses. */
  readonly hasCoupon: boolean
  /** A card's id or a method's name. */
  readonly card: string
  readonly startsAfter: number
  /** Whether the buyer's two clicks are sent together. */
  readonly isDoubleClick: boolean
  /** How long the buyer waits before repeating the request after each unclear response. */
  readonly repeatsAfter: readonly number[]
  /** Whether the buyer repeats the request even after a clear response. */
  readonly isRepeatedAtEnd: boolean
  readonly authentication: 'complete' | 'fail' | 'abandon'
}

export type Strike = {
  readonly after: number
  readonly what: 'kill product' | 'kill sandbox' | 'cut connections'
}

export type RacePlan = {
  readonly buyers: readonly BuyerPlan[]
  readonly faults: FaultScript
  /** The faults that occur one after another while buyers are paying. */
  readonly strikes: readonly Strike[]
  /** Whether the product is restarted before it has to settle the remaining purchases. */
  readonly isRestarted: boolean
}

/** Plans everything that is random in a race. The same seed gives the same plan. */
export function planRace(seed: number, size: number): RacePlan {
  const random = randomFrom(seed)
  return {
    buyers: Array.from({ length: size }, () => planBuyer(random)),
    faults: { calls: callFaults(random), events: eventFaults(random) },
    strikes: Array.from({ length: 50 }, () => ({
      after: random.between(300, 1_500),
      what: random.pick(['kill product', 'kill product', 'kill sandbox', 'cut connections'] as const),
    })),
    isRestarted: random.chance(0.5),
  }
}

const cards = [
  goodCard,
  goodCard,
  goodCard,
  goodCard,
  authenticatedCard,
  'pm_card_visa_chargeDeclined',
  'pm_card_chargeCustomerFail',
]

function planBuyer(random: Random): BuyerPlan {
  const form = random.pick([
    'usd',
    'usd',
    'jpy',
    'eur',
    'eur',
    'free',
    'recurring',
    'choice',
    'choice',
  ] as const)
  return {
    form,
    price: random.pick(['first', 'team', 'parts'] as const),
    hasCoupon: random.chance(0.3),
    card: random.pick(form === 'eur' ? [...methods, goodCard] : cards),
    startsAfter: random.below(400),
    isDoubleClick: random.chance(0.2),
    repeatsAfter: Array.from({ length: random.below(5) }, () => random.between(100, 1_500)),
    isRepeatedAtEnd: random.chance(0.3),
    authentication: random.pick(['complete', 'complete', 'fail', 'abandon'] as const),
  }
}

/** The number of calls of each kind for which faults are planned. A race makes fewer calls than that. */
const plannedCalls = 160

function callFaults(random: Random): object[] {
  const kinds = [
    { method: 'POST', path: '/v1/customers', probability: 0.15 },
    { method: 'POST', path: '/v1/payment_intents', probability: 0.35 },
    { method: 'GET', path: '/v1/payment_intents', probability: 0.15 },
    { method: 'GET', path: '/v1/payment_intents/*', probability: 0.15 },
    { method: 'POST', path: '/v1/payment_intents/*/cancel', probability: 0.3 },
    { method: 'POST', path: '/v1/subscriptions', probability: 0.3 },
    { method: 'POST', path: '/v1/payment_intents/*/confirm', probability: 0.35 },
    { method: 'GET', path: '/v1/subscriptions', probability: 0.15 },
    { method: 'GET', path: '/v1/subscriptions/*', probability: 0.15 },
    { method: 'GET', path: '/v1/invoices', probability: 0.15 },
    { method: 'POST', path: '/v1/subscriptions/*', probability: 0.3 },
    { method: 'POST', path: '/v1/invoices/*/void', probability: 0.3 },
  ]
  return kinds.flatMap(({ method, path, probability }) =>
    Array.from({ length: plannedCalls }, (_, index) => index + 1)
      .filter(() => random.chance(probability))
      .map((nth) => ({ method, path, nth, fault: callFault(random) })),
  )
}

/** The kinds of faults. More frequent ones are listed more often. */
const callFaultKinds = [
  'error',
  'error',
  'rate_limit',
  'cut_before',
  'cut_before',
  'cut_after',
  'cut_after',
  'cut_after',
  'slow',
  'slow',
  'timeout_before',
  'timeout_after',
]

function callFault(random: Random): object {
  const kind = random.pick(callFaultKinds)
  if (kind === 'slow') return { kind, ms: random.chance(0.1) ? 9_000 : random.between(50, 1_500) }
  if (kind !== 'error') return { kind }
  const status = random.pick([409, 424, 500, 500, 502, 503])
  // As on Stripe, a conflict is never stored for an idempotency key, but a server error is.
  return { kind, status, stored: status >= 500 && random.chance(0.7) }
}

function eventFaults(random: Random): object[] {
  const faults = [
    { fault: { kind: 'drop' }, probability: 0.1 },
    { fault: { kind: 'duplicate', times: 2 }, probability: 0.1 },
    { fault: { kind: 'delay', ms: random.between(100, 4_000) }, probability: 0.1 },
    { fault: { kind: 'reorder' }, probability: 0.2 },
    { fault: { kind: 'forge' }, probability: 0.1 },
    { fault: { kind: 'before_answer' }, probability: 0.2 },
  ]
  return faults.map((rule) => ({ type: '*', seed: random.below(1_000_000), ...rule }))
}
