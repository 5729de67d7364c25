import type { GoneBecause, MovementKind } from '#foundation/db/tables/recurring.ts'
import type { Lapse } from '#foundation/db/tables/subscriptions.ts'

/** A subscription with no fixed end date. Amounts are in minor units of its currency. */
export type Life = {
  /** The subscription's payments for whole cycles, before tax, oldest first. */
  readonly payments: readonly { readonly at: Date; readonly net: number }[]
  /** The past or planned times at which payments stopped although the subscription had not ended. */
  readonly lapses: readonly Lapse[]
  readonly endedAt: Date | null
  readonly endedBecause: GoneBecause
  /** Whether its buyer had another subscription to the form up to 90 days before. */
  readonly isReturn: boolean
}

/** A change in recurring revenue: in the payment per cycle before tax, and in the number of subscriptions. */
export type Movement = {
  readonly at: Date
  readonly kind: MovementKind
  readonly because: GoneBecause | null
  readonly net: number
  readonly heads: -1 | 0 | 1
}

/** The payment that counts now or counted until a pause, or null if there is none. */
type State = { readonly net: number | null; readonly paused: number | null; readonly isKnown: boolean }

type Step = { readonly at: Date; readonly moved: (state: State) => readonly [State, ...Movement[]] }

/**
 * The changes in recurring revenue by a subscription, oldest first. Added up to a given time, they equal the payment
 * per cycle if the subscription counts then, or 0 if it does not.
 */
export function movementsOf(life: Life): Movement[] {
  const { payments, endedBecause, isReturn } = life
  const endedAt = endAfter(life)
  const isPast = (at: Date) => endedAt === null || at < endedAt
  const steps = [
    // Times when payments stop come first, because a pause can be empty: it begins at the time of the payment that ends
    // it.
    ...life.lapses.map(({ at, why }) => lapse(new Date(at), why)).filter(({ at }) => isPast(at)),
    ...payments
      .filter(({ at }, index) => index === 0 || isPast(at))
      .map(({ at, net }) => payment(at, net, isReturn)),
  ]
  const last = endedAt === null ? [] : [end(endedAt, endedBecause)]
  let state: State = { net: null, paused: null, isKnown: false }
  const inOrder = steps.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return [...inOrder, ...last].flatMap(({ moved }) => {
    const [next, ...movements] = moved(state)
    state = next
    return movements
  })
}

/** Stripe counts in whole seconds, so an end can seem to come before the payment in the same second. */
function endAfter({ payments: [first], endedAt }: Life): Date | null {
  return endedAt !== null && first !== undefined && endedAt < first.at ? first.at : endedAt
}

function payment(at: Date, net: number, isReturn: boolean): Step {
  return {
    at,
    moved({ net: before, isKnown }) {
      const state = { net, paused: null, isKnown: true }
      if (before === net) return [state]
      if (before !== null) {
        return [
          state,
          { at, kind: net > before ? 'more' : 'less', because: null, net: net - before, heads: 0 },
        ]
      }
      return [state, { at, kind: isKnown || isReturn ? 'back' : 'new', because: null, net, heads: 1 }]
    },
  }
}

function lapse(at: Date, why: Lapse['why']): Step {
  return {
    at,
    moved(state) {
      const { net } = state
      if (net === null) return [state]
      const left = { at, net: -net, heads: -1 } as const
      return why === 'paused'
        ? [
            { ...state, net: null, paused: net },
            { ...left, kind: 'paused', because: null },
          ]
        : [
            { ...state, net: null },
            { ...left, kind: 'gone', because: 'failed' },
          ]
    },
  }
}

/** A subscription that ends during its pause is no longer paused, but gone. */
function end(at: Date, because: GoneBecause): Step {
  return {
    at,
    moved(state) {
      const { net, paused } = state
      const over = { ...state, net: null, paused: null }
      if (paused !== null) {
        return [
          over,
          { at, kind: 'paused', because: null, net: paused, heads: 1 },
          { at, kind: 'gone', because, net: -paused, heads: -1 },
        ]
      }
      return net === null ? [over] : [over, { at, kind: 'gone', because, net: -net, heads: -1 }]
    },
  }
}
