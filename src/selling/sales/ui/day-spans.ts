import { t } from '#foundation/language/t.ts'
import { dayIn } from '#web/kit/browser/zone.ts'
import type { Dashboard } from '../dashboard/dashboard-wire.ts'

/** A range of days, both included, as date inputs store them. An empty text leaves that end open. */
export type Days = { readonly from: string; readonly to: string }

/** Common ranges of days, in the time zone `zone`. */
export function daySpans(
  now: Date,
  zone: string,
): readonly (Days & { readonly value: string; readonly label: string })[] {
  const [year = 0, monthNumber = 1] = dayIn(zone, now).split('-').map(Number)
  const month = monthNumber - 1
  const span = (begin: Date, end: Date): Days => ({ from: dateText(begin), to: dateText(end) })
  // Day 0 of a month is the last one of the previous month.
  return [
    {
      value: 'this-month',
      label: t('This month'),
      ...span(new Date(year, month, 1), new Date(year, month + 1, 0)),
    },
    {
      value: 'last-month',
      label: t('Last month'),
      ...span(new Date(year, month - 1, 1), new Date(year, month, 0)),
    },
    { value: 'this-year', label: t('This year'), ...span(new Date(year, 0, 1), new Date(year, 12, 0)) },
    { value: 'last-year', label: t('Last year'), ...span(new Date(year - 1, 0, 1), new Date(year, 0, 0)) },
    { value: 'all', label: t('All time'), from: '', to: '' },
  ]
}

/** The first and last days that the overview's numbers cover, in the time zone `zone`. */
export function daysOf({ from, to }: Pick<Dashboard, 'from' | 'to'>, zone: string): Days {
  return { from: dayIn(zone, new Date(from)), to: dayIn(zone, new Date(to)) }
}

function dateText(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
