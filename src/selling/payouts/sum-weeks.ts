import type { Payout, PayoutWeeks } from './contract.ts'

/** How many weeks are charted, including the current one. */
const shownWeeks = 13
const day = 24 * 60 * 60 * 1000
const week = 7 * day

/** The start of the first week: a Monday in UTC, because Stripe counts in UTC. */
export function firstMonday(now: Date): Date {
  const today = Math.floor(now.getTime() / day) * day
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return new Date(today - sinceMonday * day - (shownWeeks - 1) * week)
}

/** Payouts by the week they arrive, without failed and canceled ones. The currency with the most payouts is first. */
export function sumWeeks(
  payouts: readonly Pick<Payout, 'amount' | 'currency' | 'status' | 'arrivesOn'>[],
  now: Date,
): PayoutWeeks['currencies'] {
  const first = firstMonday(now).getTime()
  const arriving = payouts
    .filter(({ status }) => status === 'paid' || status === 'on_its_way')
    .map((payout) => ({ ...payout, number: Math.floor((Date.parse(payout.arrivesOn) - first) / week) }))
    .filter(({ number }) => number >= 0)
  // A payout that is on its way can arrive next week.
  const count = Math.max(shownWeeks, ...arriving.map(({ number }) => number + 1))
  return [...Map.groupBy(arriving, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => ({
      currency,
      weeks: Array.from({ length: count }, (_, number) => ({
        from: new Date(first + number * week).toISOString().slice(0, 10),
        amount: own.reduce((sum, one) => sum + (one.number === number ? one.amount : 0), 0),
      })),
    }))
}
