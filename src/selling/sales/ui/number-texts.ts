import { dateFormat } from '#foundation/time/date-format.ts'
import { t } from '#foundation/language/t.ts'
import type { Dashboard } from '../dashboard/dashboard-wire.ts'

const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const columnPercent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const change = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'never',
})

export function countText(count: number): string {
  return whole.format(count)
}

/**
 * A part of a whole, from 0 to 1. Null if there is no whole or if it is smaller than the part, as with orders paid
 * before views were counted.
 */
export function rateOf(part: number, all: number): number | null {
  return all === 0 || part > all ? null : part / all
}

/** A rate, with one decimal unless it is a whole number. */
export function rateText(rate: number | null): string {
  return rate === null ? '–' : percent.format(rate)
}

/** A rate in a column, where all have one decimal. */
export function columnRateText(rate: number | null): string {
  return rate === null ? '–' : columnPercent.format(rate)
}

/** The counts behind the rate of an hour, day, week or month, and of the same time in the previous period. */
export type Counted = Step & Counts & { readonly before: Counts }
type Counts = { readonly part: number; readonly all: number }
/** The label of the hour, day, week or month, and a shorter one for an axis. */
type Step = { readonly name: string; readonly tick: string }

/** Groups days into weeks, counting back from the last day. The first week can be shorter. */
export function inWeeks(days: readonly Counted[]): Counted[] {
  const weeks: Counted[] = []
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(end - 7, 0), end)
    const names = new Set([week[0]?.name, week.at(-1)?.name])
    const before = week.map((day) => day.before)
    weeks.unshift({
      name: [...names].join(' – '),
      tick: week[0]?.tick ?? '',
      ...addCounts(week),
      before: addCounts(before),
    })
  }
  return weeks
}

function addCounts(counts: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => counts.reduce((total, one) => total + one[of], 0)
  return { part: sum('part'), all: sum('all') }
}

/** The minimum number of events per bar. With fewer, a rate jumps between 0 and 100%. */
const leastPerBar = { part: 5, all: 20 }
/** The maximum number of days. More would be too many bars to compare. */
const mostDays = 31

/** Whether there are enough events for a meaningful rate. */
export function areEnough({ all }: Counts): boolean {
  return all >= leastPerBar.all
}

/**
 * Counts as a chart can show them: by week if days have too few events or there are many days, and as numbers instead
 * of rates if most weeks also have too few.
 */
export function chartable(
  steps: readonly Counted[],
  unit: Dashboard['unit'],
): { readonly counted: readonly Counted[]; readonly isByWeek: boolean; readonly areRates: boolean } {
  // Times without any events, such as those before a shop's first sale, have no bar.
  const seen = (some: readonly Counted[]) => some.filter(({ all }) => all > 0)
  const areMost = (some: readonly Counted[]) => seen(some).filter(areEnough).length >= seen(some).length * 0.7
  const isFine = areMost(steps) && addCounts(steps).part >= leastPerBar.part * seen(steps).length
  const isByWeek = unit === 'day' && steps.length > 7 && (steps.length > mostDays || !isFine)
  const counted = isByWeek ? inWeeks(steps) : steps
  return { counted, isByWeek, areRates: areMost(counted) }
}

/**
 * A number's change from the previous period, or null if that period had no number. `text` is empty if it would
 * mislead.
 */
export type Change = {
  readonly direction: 'more' | 'less' | 'same'
  readonly text: string
  /** Whether `text` is a multiple instead of a difference. */
  readonly isRatio: boolean
}

export function changeOf(now: number | null, before: number | null, kind: 'amount' | 'rate'): Change | null {
  if (now === null || before === null) return null
  if (kind === 'rate') {
    const points = Math.round((now - before) * 1000) / 10
    const text = t('{points, plural, one {# point} other {{shown} points}}', {
      points: Math.abs(points),
      shown: decimal.format(Math.abs(points)),
    })
    return { direction: directionOf(points), text, isRatio: false }
  }
  const direction = directionOf(now - before)
  if (before <= 0 || now < 0) return { direction, text: '', isRatio: false }
  const ratio = now / before
  if (Math.abs(ratio - 1) < 0.005) return { direction: 'same', text: '', isRatio: false }
  const isRatio = ratio > 2
  return {
    direction,
    text: isRatio ? `${decimal.format(ratio)}×` : change.format(Math.abs(ratio - 1)),
    isRatio,
  }
}

function directionOf(difference: number): Change['direction'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'more' : 'less'
}

const formats: Readonly<Record<Dashboard['unit'], Intl.DateTimeFormatOptions>> = {
  hour: { hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** Labels the hours, days or months of a period, in the time zone `zone`. */
export function stepTexts({ unit, steps }: Pick<Dashboard, 'unit' | 'steps'>, zone: string): Step[] {
  const long = dateFormat({ ...formats[unit], timeZone: zone })
  const short = unit === 'month' ? dateFormat({ month: 'short', timeZone: zone }) : long
  return steps.map((step) => ({ name: long.format(new Date(step)), tick: short.format(new Date(step)) }))
}

/** The index of the current hour, day or month. */
export function presentStep({ steps, to }: Pick<Dashboard, 'steps' | 'to'>): number {
  return Math.max(
    steps.findLastIndex((step) => step <= to),
    0,
  )
}
