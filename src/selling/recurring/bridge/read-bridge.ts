import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { goneReasons, movementKinds } from '#foundation/db/tables/recurring.ts'
import type { Bridge, Moved, Recurring } from '../contract.ts'
import {
  type Exact,
  monthlyValue,
  nothing,
  plus,
  rounded,
  roundedSteps,
} from '../definitions/monthly-value.ts'
import { type MovedSum, type Part, sumMovements } from '../ledger/store.ts'
import { bordersOf, type Month } from '../months.ts'

/** MRR in each month by currency, and what changed it. The currency with the most subscriptions is first. */
export async function readBridges(
  db: Kysely<Database>,
  part: Part,
  months: readonly Month[],
): Promise<NonNullable<Recurring['currencies']>> {
  const borders = bordersOf(months)
  const sums = await sumMovements(db, part, borders)
  const byCurrency = [...Map.groupBy(sums, ({ currency }) => currency)]
  return byCurrency
    .map(([currency, own]) => ({ currency, months: bridgesOf(own, months.length) }))
    .toSorted((one, other) => headsOf(other.months) - headsOf(one.months))
}

function headsOf(months: readonly Bridge[]): number {
  return months.at(-1)?.end.heads ?? 0
}

type Level = { readonly exact: Exact; readonly heads: number }

function bridgesOf(sums: readonly MovedSum[], count: number): Bridge[] {
  const bySlot = Map.groupBy(sums, ({ slot }) => slot)
  let level = raised({ exact: nothing, heads: 0 }, bySlot.get(0) ?? [])
  return Array.from({ length: count }, (_, index) => {
    const [begin, own] = [level, bySlot.get(index + 1) ?? []]
    level = raised(level, own)
    return { begin: shown(begin), moved: movedIn(begin.exact, own), end: shown(level) }
  })
}

function raised({ exact, heads }: Level, sums: readonly MovedSum[]): Level {
  return { exact: sums.map(monthlyValue).reduce(plus, exact), heads: heads + sumOf(sums, 'heads') }
}

function shown({ exact, heads }: Level): Bridge['begin'] {
  return { amount: rounded(exact), heads }
}

const steps = movementKinds.flatMap((kind): Pick<Moved, 'kind' | 'because'>[] =>
  kind === 'gone' ? goneReasons.map((because) => ({ kind, because })) : [{ kind, because: null }],
)

/** The kinds of changes in their order, rounded so that they lead from the month's start to its end. */
function movedIn(begin: Exact, sums: readonly MovedSum[]): Moved[] {
  const byKind = steps.map((step) => ({
    ...step,
    own: sums.filter(({ kind, because }) => kind === step.kind && because === step.because),
  }))
  const amounts = roundedSteps(
    begin,
    byKind.map(({ own }) => own.map(monthlyValue).reduce(plus, nothing)),
  )
  return byKind
    .map(({ kind, because, own }, index) => ({
      kind,
      because,
      amount: amounts[index] ?? 0,
      heads: sumOf(own, 'heads'),
      rows: sumOf(own, 'rows'),
    }))
    .filter(({ rows }) => rows > 0)
}

function sumOf(sums: readonly MovedSum[], name: 'heads' | 'rows'): number {
  return sums.reduce((sum, one) => sum + one[name], 0)
}
