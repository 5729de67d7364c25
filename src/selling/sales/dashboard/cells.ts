import { Temporal } from 'temporal-polyfill'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import type { Range } from './dashboard-wire.ts'
import type { Period } from './periods.ts'
import { firstSlot, previousSlot } from './store.ts'

/**
 * A part of a period that is summed separately, within one slot. `isWhole`: it is a complete day or month, shared by
 * many periods. Instants are milliseconds.
 */
export type Cell = {
  readonly slot: number
  readonly begins: number
  readonly ends: number
  readonly isWhole: boolean
}

/** Splits a period into days of its zone, or months if these have ended; hours stay hours. */
export function cellsOf(
  { unit, previousFrom, previousTo, steps, to }: Period,
  range: Range,
  zone: string,
  now: Date,
): Cell[] {
  const spans = [
    { slot: previousSlot, begins: previousFrom, ends: previousTo },
    ...steps.map((begins, index) => ({ slot: firstSlot + index, begins, ends: steps[index + 1] ?? to })),
  ]
  if (unit === 'hour') return spans.map((span) => ({ ...span, isWhole: false }))
  return spans.flatMap((span) => divide(span, range, zone, now.getTime()))
}

type Span = Omit<Cell, 'isWhole'>

/** The time that has not ended is one cell with all that follows. */
function divide({ slot, begins, ends }: Span, range: Range, zone: string, now: number): Cell[] {
  const cells: Cell[] = []
  for (let at = begins; at < ends;) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const month = range === '12m' ? here.add({ months: 1 }).startOfDay().epochMilliseconds : Infinity
    const day = here.add({ days: 1 }).startOfDay().epochMilliseconds
    const isMonth = here.day === 1 && month <= Math.min(ends, now)
    const whole = isMonth ? month : day
    const isWhole = whole <= Math.min(ends, now)
    const next = isWhole ? whole : ends
    cells.push({ slot, begins: at, ends: next, isWhole })
    at = next
  }
  return cells
}

/** Adds up the sums of several spans; rows are ordered by id and currency. */
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

/** Adds up how often each bump or offer was offered and taken. */
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
