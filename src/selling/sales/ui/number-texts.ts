import { dateFormat } from '#foundation/time/date-format.ts'
import type { Dashboard } from '../dashboard/dashboard-wire.ts'

const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const change = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'never',
})

export function countText(count: number): string {
  return whole.format(count)
}

/**
 * A part of a whole, from 0 to 1; null if there is no whole or it is smaller than the part, as with orders paid before
 * views were counted.
 */
export function rateOf(part: number, all: number): number | null {
  return all === 0 || part > all ? null : part / all
}

export function rateText(rate: number | null): string {
  return rate === null ? '–' : percent.format(rate)
}

/** The counts behind the rate of an hour, day, week or month. */
export type Counted = { readonly name: string; readonly part: number; readonly all: number }

/** Groups days into weeks, counting back from the last day; the first week can be shorter. */
export function inWeeks(days: readonly Counted[]): Counted[] {
  const weeks: Counted[] = []
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(end - 7, 0), end)
    const sum = (of: 'part' | 'all') => week.reduce((total, day) => total + day[of], 0)
    const names = new Set([week[0]?.name, week.at(-1)?.name])
    weeks.unshift({ name: [...names].join(' – '), part: sum('part'), all: sum('all') })
  }
  return weeks
}

/** A number's change from the period before, or null if there was no number. */
export type Change = { readonly direction: 'more' | 'less' | 'same'; readonly text: string }

export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null
  const ratio = (now - before) / Math.abs(before)
  const text = change.format(Math.abs(ratio))
  if (Math.abs(ratio) < 0.005) return { direction: 'same', text: '' }
  return { direction: ratio > 0 ? 'more' : 'less', text }
}

const formats: Readonly<Record<Dashboard['unit'], Intl.DateTimeFormatOptions>> = {
  hour: { hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** Names the hours, days or months of a period, in the time zone `zone`. */
export function stepTexts({ unit, steps }: Pick<Dashboard, 'unit' | 'steps'>, zone: string): string[] {
  const format = dateFormat({ ...formats[unit], timeZone: zone })
  return steps.map((step) => format.format(new Date(step)))
}

/** The index of the current hour, day or month. */
export function presentStep({ steps, to }: Pick<Dashboard, 'steps' | 'to'>): number {
  return Math.max(
    steps.findLastIndex((step) => step <= to),
    0,
  )
}
