import { Temporal } from 'temporal-polyfill'
import type { Range } from './dashboard-wire.ts'
import type { Period } from './periods.ts'
import { firstSlot, previousSlot } from './store.ts'

/**
 * A part of a period that is summed on its own, within one of its slots. `isWhole`: it is a day or a month from its
 * beginning to its end, which many periods have in common. Instants are milliseconds.
 */
export type Cell = {
  readonly slot: number
  readonly begins: number
  readonly ends: number
  readonly isWhole: boolean
}

/** A period as days of its zone, and as months where these are over; hours stay hours. */
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

/** What is not over is one cell with all that lies ahead of it. */
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
