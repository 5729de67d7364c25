/** The languages with month names that a code could resemble: `MAR-24` in English, `DEZ24` in German. */
const languages =
  'en de fr es it pt nl pl cs sk sv da nb fi hu ro hr sl tr id et lv lt ca eu ga af ms sq is'.split(' ')

let months: ReadonlySet<string> | undefined

/** Month names in Latin letters, in full and abbreviated, as spreadsheets recognize them. */
function monthNames(): ReadonlySet<string> {
  months ??= new Set(languages.flatMap(monthsIn))
  return months
}

function monthsIn(language: string): string[] {
  const written = (['short', 'long'] as const).map(
    (month) => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
  )
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  return written.flatMap((format) =>
    days
      .map((day) => format.format(day).replaceAll('.', '').toUpperCase())
      .filter((name) => /^[A-Z]{3,}$/.test(name))
      // Some languages abbreviate months to four letters, but spreadsheets also recognize them by three.
      .flatMap((name) => [name, name.slice(0, 3)]),
  )
}

/** The most digits a spreadsheet displays unchanged. */
const mostDigits = 11

/**
 * Whether a spreadsheet would misread a code: `00123` as 123, `1E10` as a number, `MAR-24` or `12-25` as a date, `7PM`
 * as a time, `-5` as a formula.
 */
export function isChangedBySpreadsheets(code: string): boolean {
  if (code.startsWith('-')) return true
  if (/^\d+$/.test(code)) return /^0\d/.test(code) || code.length > mostDigits
  if (/^[\d-]+$/.test(code)) return true
  if (/^\d+[DE][+-]?\d+$/i.test(code) || /^\d{1,2}[AP]M?$/i.test(code)) return true
  // Japanese spreadsheets recognize years of an emperor's reign, such as R6.
  if (/^[MTSHR]\d{1,2}-\d{1,2}(?:-\d{1,2})?$/i.test(code)) return true
  const [month, ...others] = code.toUpperCase().match(/[A-Z]+/g) ?? []
  return (
    month !== undefined &&
    others.length === 0 &&
    /^[A-Z-]*\d[\dA-Z-]*$/i.test(code) &&
    monthNames().has(month)
  )
}

/**
 * Whether a spreadsheet would misread typed text. Besides text that looks like a code, this is text of digits and
 * signs, such as the phone number `0612345678`, the size `10/12`, `3.5` as a date, `+49 170 1234567` as a sum, or `24
 * Mar`.
 */
export function isTextChangedBySpreadsheets(text: string): boolean {
  // An invoice number such as 2026-00342 has too many digits for a date.
  if (/^\d+-\d{5,}$/.test(text)) return false
  if (/^[+-]?\d[\d .,:/()+*#-]*$|^[+(][\d .,:/()+*#-]*\d[\d .,:/()+*#-]*$/.test(text))
    return !/^\d+$/.test(text) || isChangedBySpreadsheets(text)
  if (/^\d{1,2}(?::\d\d){0,2} ?[AP]\.?M?\.?$/i.test(text)) return true
  const code = text.normalize('NFC').replaceAll(/[ ./]+/g, '-')
  return /^[\w-]+$/.test(code) && isChangedBySpreadsheets(code)
}

/** How a spreadsheet would read a code that it changes, or null if it leaves the code unchanged. */
export function readBySpreadsheets(code: string): 'number' | 'date' | null {
  if (!isChangedBySpreadsheets(code)) return null
  return /^\d+(?:[DE][+-]?\d+)?$/i.test(code) ? 'number' : 'date'
}
