import { plainAmount } from '#foundation/money/amount.ts'
import { isChangedBySpreadsheets, isTextChangedBySpreadsheets } from './changed-by-spreadsheets.ts'
import { separators, type CsvFormat } from './csv-format.ts'

/** The value of one cell as each CSV format writes it. */
export type Cell = (format: CsvFormat) => string

/**
 * A cell with typed text or any other words. Numbers with signs, such as phone numbers, stay as they are: programs
 * receive them unchanged, and spreadsheets as text.
 */
export function text(typed: string | null | undefined): Cell {
  return (format) => {
    const written = typed ?? ''
    // Text with only these characters cannot call a function in a spreadsheet.
    if (!/^[\p{L}\p{M}\d_ .,:/()+*#-]+$/u.test(written)) return withoutFormulas(written, format)
    if (format === 'plain') return isOfDigits(written) ? written : withoutFormulas(written, format)
    return isTextChangedBySpreadsheets(written) ? `="${written}"` : withoutFormulas(written, format)
  }
}

/** Whether text has only digits and signs. As a formula, it could only compute another number. */
function isOfDigits(written: string): boolean {
  return /^[\d .:/()+*#-]*$/.test(written)
}

/** A cell with a day, such as 2026-11-24, or a month. Spreadsheets convert both to their own dates. */
export function day(written: string | null | undefined): Cell {
  return () => written ?? ''
}

/** A cell with a number that someone typed, with the decimal mark of the format. */
export function number(typed: number): Cell {
  return (format) => (format === 'semicolon' ? String(typed).replace('.', ',') : String(typed))
}

/** A cell with a code that buyers type. A spreadsheet must not change it in any way. */
export function code(typed: string | null): Cell {
  return (format) => {
    // Text with only these characters cannot call a function in a spreadsheet.
    if (typed === null || !/^[\w-]+$/.test(typed)) return withoutFormulas(typed ?? '', format)
    return format === 'plain' || !isChangedBySpreadsheets(typed) ? typed : `="${typed}"`
  }
}

/**
 * A cell with an email address. One that begins with a hyphen or a plus is a harmless formula, and a protective mark in
 * front would become part of the address.
 */
export function email(address: string | null | undefined): Cell {
  return (format) => {
    const written = address ?? ''
    return /^[+-][\w.+-]*@[\w.-]+$/.test(written) ? written : withoutFormulas(written, format)
  }
}

export function amount(minor: number, currency: string): Cell {
  return (format) => amountText(minor, currency, format)
}

/** A cell with amounts in several currencies. */
export function amounts(sums: readonly { readonly total: number; readonly currency: string }[]): Cell {
  return (format) =>
    withoutFormulas(
      sums
        .map(({ total, currency }) => `${amountText(total, currency, format)} ${currency.toUpperCase()}`)
        .join('; '),
      format,
    )
}

export function count(whole: number | null): Cell {
  return () => (whole === null ? '' : String(whole))
}

/** A cell with a time in UTC, written as spreadsheets in every language read dates and times, or as programs do. */
export function time(at: Date | null): Cell {
  return (format) => {
    const written = at?.toISOString() ?? ''
    return format === 'plain' ? written : written.replace('T', ' ').replace(/\.\d+Z$/, '')
  }
}

function amountText(minor: number, currency: string, format: CsvFormat): string {
  const written = plainAmount(minor, currency)
  return format === 'semicolon' ? written.replace('.', ',') : written
}

const beginsFormula = String.raw`[\s\p{Cf}\p{Cc}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const formula = new RegExp(`^${beginsFormula}|^[\\t\\r\\n]`, 'u')

/**
 * Text without a formula in any part: neither as a whole cell nor where a spreadsheet splits cells at its own
 * separator, such as the semicolon in many languages.
 */
function withoutFormulas(typed: string, format: CsvFormat): string {
  const marks = [',', ';', '\\t', '\\r', '\\n'].filter((mark) => mark !== separators[format])
  const hidden = new RegExp(`[${marks.join('')}](?=${beginsFormula})`, 'gu')
  const parted = typed.replaceAll(hidden, "$&'")
  return formula.test(parted) ? `'${parted}` : parted
}
