import { day, hour } from './rhythm.ts'
import type { HistorySale } from './plan-sales.ts'

/**
 * What is done at a time: `buy`, `refund` and `cancel` by people; the card of a subscription `breaks` or is `mended`; the
 * seller `answers` a dispute; `look`: what the provider did meanwhile is read.
 */
export type Step = {
  readonly at: number
  readonly does: 'buy' | 'refund' | 'cancel' | 'break' | 'mend' | 'answer' | 'look'
  readonly sale: HistorySale
}

/** Everything up to a time, in its order. */
export function stepsOf(sales: readonly HistorySale[], until: number): Step[] {
  const all = sales.flatMap((sale) => [
    { at: sale.at, does: 'buy', sale } as const,
    ...afterwards(sale, until),
  ])
  return all.filter(({ at }) => at < until).toSorted((one, other) => one.at - other.at)
}

function afterwards(sale: HistorySale, until: number): Step[] {
  const { at, refund, story } = sale
  const step = (does: Step['does'], after: number): Step => ({ at: at + after, does, sale })
  const refunded = refund === undefined ? [] : [step('refund', refund.at - at)]
  if (story === 'dispute open') return [step('look', hour)]
  if (story === 'dispute won')
    return [step('look', hour), step('answer', 6 * day), step('look', 6 * day + hour)]
  if (sale.form.plan === undefined || sale.isDeclined) return refunded
  // A renewal is charged an hour after its invoice was made.
  const renewals = renewalsOf(at, until).map((renewal) => step('look', renewal - at + 2 * hour))
  if (story === 'canceled') return [...renewals, step('cancel', 37 * day)]
  if (story === 'card fails') return [step('break', 20 * day), ...renewals, ...retriesOf(renewals)]
  if (story === 'card mended') {
    const [failed] = renewals
    const mended =
      failed === undefined ? [] : [{ ...failed, does: 'mend', at: failed.at + 30 * hour } as const]
    return [step('break', 20 * day), ...renewals, ...mended, ...retriesOf(renewals)]
  }
  return renewals
}

function renewalsOf(at: number, until: number): number[] {
  const renewals: number[] = []
  for (let count = 1; ; count += 1) {
    const due = new Date(at)
    due.setUTCMonth(due.getUTCMonth() + count)
    if (due.getTime() > until) return renewals
    renewals.push(due.getTime())
  }
}

/** The provider tries a card again after three days. */
function retriesOf([failed]: readonly Step[]): Step[] {
  return failed === undefined ? [] : [{ ...failed, at: failed.at + 3 * day }]
}
