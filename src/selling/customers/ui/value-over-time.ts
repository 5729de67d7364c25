import { isTakenBack } from '#payments/disputes/dispute.ts'
import type { CustomerDetail, TimelineEntry } from '../contract.ts'

/** A customer's value at the end of a week or month, in minor units. */
export type ValueAt = { readonly at: Date; readonly total: number }

type Changed = Pick<CustomerDetail, 'value'> & {
  readonly timeline: readonly Pick<TimelineEntry, 'kind' | 'at' | 'state' | 'amount' | 'currency'>[]
}

const week = 7 * 24 * 60 * 60 * 1000
/** For spans longer than this, months are shown instead of weeks. */
const mostWeeks = 12
const mostMonths = 12

/**
 * The value in the customer's main currency at the end of each week or month, oldest first. It is computed backwards
 * from the current value, so that without the timeline's oldest entries, the chart only starts later.
 */
export function valueOverTime({ value: [main], timeline }: Changed, now: Date): readonly ValueAt[] {
  if (main === undefined) return []
  const changes = timeline
    .filter(({ currency }) => currency === main.currency)
    .map((entry) => ({ at: Date.parse(entry.at), amount: changeOf(entry) }))
    .filter(({ amount }) => amount !== 0)
  const first = Math.min(...changes.map(({ at }) => at))
  if (changes.length < 2) return []
  const weeks = Math.floor((now.getTime() - first) / week) + 1
  const ends = weeks > mostWeeks ? monthEnds(first, now) : weekEnds(weeks, now)
  return ends.map((at) => {
    const later = changes.filter((change) => change.at > at.getTime())
    return { at, total: main.total - later.reduce((sum, { amount }) => sum + amount, 0) }
  })
}

function changeOf({ kind, state, amount }: Changed['timeline'][number]): number {
  if (kind === 'purchase') return amount ?? 0
  if (kind === 'refund') return state === 'succeeded' ? -(amount ?? 0) : 0
  return kind === 'dispute' && state !== null && isTakenBack(state) ? -(amount ?? 0) : 0
}

function weekEnds(weeks: number, now: Date): Date[] {
  return Array.from({ length: weeks }, (_, index) => new Date(now.getTime() - (weeks - 1 - index) * week))
}

/** The ends of calendar months. The last one is the present time. */
function monthEnds(first: number, now: Date): Date[] {
  const began = new Date(first)
  const months = (now.getFullYear() - began.getFullYear()) * 12 + now.getMonth() - began.getMonth() + 1
  const shown = Math.min(months, mostMonths)
  return Array.from({ length: shown }, (_, index) =>
    index === shown - 1
      ? now
      : new Date(new Date(now.getFullYear(), now.getMonth() - (shown - 2 - index), 1).getTime() - 1),
  )
}
