import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { goneReasons, movementKinds, type LevelSum } from '#foundation/db/tables/recurring.ts'
import type { Bridge, Moved, Recurring } from '../contract.ts'
import {
  type CyclePayment,
  type Exact,
  monthlyValue,
  nothing,
  plus,
  rounded,
  roundedSteps,
} from '../definitions/monthly-value.ts'
import { readLevel } from '../ledger/levels.ts'
import { type MovedSum, type Part, sumMovements } from '../ledger/store.ts'
import { bordersOf, type Month } from '../months.ts'

/**
 * MRR in each month by currency, and what changed it. The currency with the most subscriptions is first. `from` can be
 * a replica.
 */
export async function readBridges(
  db: Kysely<Database>,
  from: Kysely<Database>,
  part: Part,
  months: readonly Month[],
): Promise<NonNullable<Recurring['currencies']>> {
  const borders = bordersOf(months)
  const [begin, now] = [borders[0], borders.at(-1)]
  if (begin === undefined || now === undefined) return []
  const [before, sums] = await Promise.all([
    readLevel(db, part, begin, now),
    sumMovements(from, part, borders),
  ])
  const levels = Map.groupBy(before, ({ currency }) => currency)
  const moved = Map.groupBy(sums, ({ currency }) => currency)
  const currencies = [...new Set([...before, ...sums].map(({ currency }) => currency))]
  return currencies
    .map((currency) => ({
      currency,
      months: bridgesOf(levels.get(currency) ?? [], moved.get(currency) ?? [], months.length),
    }))
    .toSorted((one, other) => headsOf(other.months) - headsOf(one.months))
}

function headsOf(months: readonly Bridge[]): number {
  return months.at(-1)?.end.heads ?? 0
}

type Level = { readonly exact: Exact; readonly heads: number }

function bridgesOf(before: readonly LevelSum[], sums: readonly MovedSum[], count: number): Bridge[] {
  const bySlot = Map.groupBy(sums, ({ slot }) => slot)
  let level = raised({ exact: nothing, heads: 0 }, before)
  return Array.from({ length: count }, (_, index) => {
    const [begin, own] = [level, bySlot.get(index + 1) ?? []]
    level = raised(level, own)
    return { begin: shown(begin), moved: movedIn(begin.exact, own), end: shown(level) }
  })
}

function raised(
  { exact, heads }: Level,
  sums: readonly (CyclePayment & { readonly heads: number })[],
): Level {
  return { exact: sums.map(monthlyValue).reduce(plus, exact), heads: heads + sumOf(sums, 'heads') }
}

function shown({ exact, heads }: Level): Bridge['begin'] {
  return { amount: rounded(exact), heads }
}

const steps = movementKinds.flatMap((kind): Pick<Moved, 'kind' | 'because'>[] =>
  kind === 'gone' ? goneReasons.map((because) => ({ kind, because })) : [{ kind, because: null }],
)

/** The kinds of changes, in order. They are rounded so that they add up from the month's start to its end. */
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

function sumOf<Name extends 'heads' | 'rows'>(
  sums: readonly { readonly [name in Name]: number }[],
  name: Name,
): number {
  return sums.reduce((sum, one) => sum + one[name], 0)
}
