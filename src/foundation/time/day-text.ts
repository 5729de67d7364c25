import { t } from '#foundation/language/t.ts'
import { plainFormats } from '#foundation/text/formats.ts'

/**
 * Formats a date for buyers, such as "20 Feb 2027" or "Feb 20, 2027", in UTC, because the provider counts days in UTC.
 * Months have names, because 2/3 is ambiguous. This does not use `Intl`, whose names differ between releases, so that a
 * page would differ between the server and the browser.
 */
export function dayText(instant: number, { day: order } = plainFormats): string {
  const date = new Date(instant)
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()]
  const month = t(
    '{month, select, 1 {Jan} 2 {Feb} 3 {Mar} 4 {Apr} 5 {May} 6 {Jun} 7 {Jul} 8 {Aug} 9 {Sep} 10 {Oct} 11 {Nov} other {Dec}}',
    { month: date.getUTCMonth() + 1 },
  )
  if (order === 'mdy') return t('{month} {day}, {year}', { month, day, year })
  return order === 'ymd'
    ? t('{year} {month} {day}', { year, month, day })
    : t('{day} {month} {year}', { day, month, year })
}

/** A moment, "22 Nov 2026, 18:35 UTC". */
export function instantText(instant: number): string {
  const time = new Date(instant).toISOString().slice(11, 16)
  return t('{day}, {time} UTC', { day: dayText(instant), time })
}
