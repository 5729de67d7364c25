import { t } from '#foundation/language/t.ts'
import { text } from './fields.ts'

/** The time zone that decides when days begin: an IANA name, as browsers report it. */
export const zone = text(64).refine(isZone, { error: () => t('This is not a known time zone') })

/** Whether this is a named time zone. An offset such as -05:00 would give wrong days for half of the year. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
