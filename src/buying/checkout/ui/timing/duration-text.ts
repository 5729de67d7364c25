import { t } from '#foundation/language/t.ts'

/** A waiting time as text: in seconds below two minutes, otherwise in minutes, rounded up. */
export function durationText(seconds: number): string {
  if (seconds < 120) return t('{seconds, plural, one {# second} other {# seconds}}', { seconds })
  return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.ceil(seconds / 60) })
}
