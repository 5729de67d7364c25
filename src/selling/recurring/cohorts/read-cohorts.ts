import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Cohort, Cohorts } from '../contract.ts'
import { monthlyValue, nothing, plus, rounded, sumMonthly } from '../definitions/monthly-value.ts'
import { type CohortSum, type Part, sumCohorts, sumStarts } from '../ledger/store.ts'
import { bordersOf, type Month } from '../months.ts'

/**
 * The subscriptions started in each month, by currency. The currency with the most subscriptions is first. Months
 * without any are left out.
 */
export async function readCohorts(
  db: Kysely<Database>,
  part: Part,
  months: readonly Month[],
): Promise<NonNullable<Cohorts['currencies']>> {
  const borders = bordersOf(months)
  const [sums, starts] = await Promise.all([sumCohorts(db, part, borders), sumStarts(db, part, borders)])
  const byCohort = Map.groupBy(sums, ({ currency, cohort }) => `${currency} ${cohort}`)
  const currencies = [...Map.groupBy(starts, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    cohorts: own
      .toSorted((one, other) => one.cohort - other.cohort)
      .flatMap(({ cohort, heads, received }): Cohort[] => {
        const month = months[cohort - 1]
        if (month === undefined) return []
        const moved = byCohort.get(`${currency} ${cohort}`) ?? []
        const mrr = sumMonthly(moved.map(({ startNet, ...cycle }) => ({ ...cycle, net: startNet })))
        return [
          { month: month.month, heads, mrr, received, after: levelsAfter(moved, cohort, months.length) },
        ]
      }),
  }))
  const size = (all: readonly Cohort[]) => all.reduce((sum, { heads }) => sum + heads, 0)
  return currencies.toSorted((one, other) => size(other.cohorts) - size(one.cohorts))
}

/** What is left of a cohort at the end of each month after its own. */
function levelsAfter(moved: readonly CohortSum[], cohort: number, last: number): Cohort['after'] {
  const bySlot = Map.groupBy(moved, ({ slot }) => slot)
  let exact = nothing
  let heads = 0
  const levels = []
  for (let slot = cohort; slot <= last; slot += 1) {
    const own = bySlot.get(slot) ?? []
    exact = own.map(monthlyValue).reduce(plus, exact)
    heads = own.reduce((sum, one) => sum + one.heads, heads)
    if (slot > cohort) levels.push({ amount: rounded(exact), heads })
  }
  return levels
}
