import { Temporal } from 'temporal-polyfill'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import type { Range } from './dashboard-wire.ts'
import type { Period } from './periods.ts'
import { addSources } from './sources.ts'

/**
 * An hour, day or month (the number `step`) of a period. `rest` is the part of the previous period that the current one
 * has not reached, which is charted but not counted. Times are in milliseconds.
 */
export type Slot = {
  readonly of: 'previous' | 'rest' | 'current'
  readonly step: number
  readonly begins: number
  readonly ends: number
}

/**
 * A part of a slot that is summed separately. `isWhole` means that it is a complete day or month, which many periods
 * share.
 */
export type Cell = Slot & { readonly isWhole: boolean }

/** The slots of both periods, without gaps, in order. */
export function slotsOf({ previousSteps, previousTo, steps, to }: Period): Slot[] {
  const [begin = to] = steps
  const previous = previousSteps.flatMap((begins, step): Slot[] => {
    const ends = previousSteps[step + 1] ?? begin
    const reached = Math.min(Math.max(previousTo, begins), ends)
    return [
      { of: 'previous', step, begins, ends: reached },
      { of: 'rest', step, begins: reached, ends },
    ]
  })
  const current = steps.map((begins, step): Slot => {
    return { of: 'current', step, begins, ends: steps[step + 1] ?? to }
  })
  return [...previous.filter(({ begins, ends }) => begins < ends), ...current]
}

/** Splits slots into days in their time zone, or into months if these have ended. Hours are not split. */
export function cellsOf(
  slots: readonly Slot[],
  unit: Period['unit'],
  range: Range,
  zone: string,
  now: Date,
): Cell[] {
  if (unit === 'hour') return slots.map((slot) => ({ ...slot, isWhole: false }))
  return slots.filter(({ of }) => of !== 'rest').flatMap((slot) => divide(slot, range, zone, now.getTime()))
}

/** The time that has not ended, and everything after it, is one cell. */
function divide(slot: Slot, range: Range, zone: string, now: number): Cell[] {
  const { begins, ends } = slot
  const cells: Cell[] = []
  for (let at = begins; at < ends;) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const month = range === '12m' ? here.add({ months: 1 }).startOfDay().epochMilliseconds : Infinity
    const day = here.add({ days: 1 }).startOfDay().epochMilliseconds
    const isMonth = here.day === 1 && month <= Math.min(ends, now)
    const whole = isMonth ? month : day
    const isWhole = whole <= Math.min(ends, now)
    const next = isWhole ? whole : ends
    cells.push({ ...slot, begins: at, ends: next, isWhole })
    at = next
  }
  return cells
}

/** Adds up the sums of several spans. Rows are ordered by id and currency. */
export function addSums(sums: readonly SalesSums[]): SalesSums {
  return {
    sales: addRows(
      sums.flatMap(({ sales }) => sales),
      ({ id, currency, price = '' }) => `${id} ${currency} ${price}`,
      (one, other) => ({
        ...one,
        gross: one.gross + other.gross,
        tax: one.tax + other.tax,
        orders: one.orders + other.orders,
        offers: one.offers + other.offers,
        renewals: one.renewals + other.renewals,
      }),
    ),
    refunds: addRows(
      sums.flatMap(({ refunds }) => refunds),
      ({ currency }) => currency,
      (one, other) => ({
        ...one,
        refunds: one.refunds + other.refunds,
        refundedTax: one.refundedTax + other.refundedTax,
      }),
    ),
    sources: addSources(sums.flatMap(({ sources = [] }) => sources)),
    views: addRows(
      sums.flatMap(({ views }) => views),
      ({ id }) => id,
      (one, other) => ({ ...one, views: one.views + other.views }),
    ),
    bumps: addTaken(sums.flatMap(({ bumps }) => bumps)),
    offers: addTaken(sums.flatMap(({ offers }) => offers)),
    started: sums.reduce((sum, { started }) => sum + started, 0),
    ended: sums.reduce((sum, { ended }) => sum + ended, 0),
  }
}

/** Adds up how often each bump or offer was offered and accepted. */
export function addTaken(rows: SalesSums['bumps']): SalesSums['bumps'] {
  return addRows(
    rows,
    ({ id }) => id,
    (one, other) => ({
      id: one.id,
      offered: one.offered + other.offered,
      taken: one.taken + other.taken,
    }),
  )
}

function addRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (one: Row, other: Row) => Row,
): Row[] {
  const added = new Map<string, Row>()
  for (const row of rows) {
    const known = added.get(keyOf(row))
    added.set(keyOf(row), known === undefined ? row : add(known, row))
  }
  return [...added].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
