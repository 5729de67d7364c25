import { text } from './fields.ts'

/** By whose clock days begin: a zone's name of the IANA database, as a browser tells its own. */
export const zone = text(64).refine(isZone, { error: 'This is not a known time zone' })

/** An offset such as +05:30 is none: its days would be wrong for half of the year. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
