import { plainAmount } from '#foundation/money/amount.ts'
import { isChangedBySpreadsheets } from './changed-by-spreadsheets.ts'
import { separators, type CsvFormat } from './csv-format.ts'

/** One cell's value, as each format writes it. */
export type Cell = (format: CsvFormat) => string

/** Text that someone typed, or any other words. */
export function text(typed: string | null | undefined): Cell {
  return (format) => withoutFormulas(typed ?? '', format)
}

/** A code buyers type: a spreadsheet must not change a letter of it. */
export function code(typed: string | null): Cell {
  return (format) => {
    // These signs call no function, however a spreadsheet reads them.
    if (typed === null || !/^[\w-]+$/.test(typed)) return withoutFormulas(typed ?? '', format)
    return format === 'plain' || !isChangedBySpreadsheets(typed) ? typed : `="${typed}"`
  }
}

/** An email address that begins with a hyphen or a plus is a harmless formula, and a leading mark would become part of it. */
export function email(address: string | null | undefined): Cell {
  return (format) => {
    const written = address ?? ''
    return /^[+-][\w.+-]*@[\w.-]+$/.test(written) ? written : withoutFormulas(written, format)
  }
}

export function amount(minor: number, currency: string): Cell {
  return (format) => amountText(minor, currency, format)
}

/** Amounts in several currencies, in one cell. */
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

/** An instant in UTC: as spreadsheets read date and time in every language, or as programs do. */
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
 * Text with no formula in any part: neither as a cell nor where a spreadsheet splits cells at its own separator, such
 * as the semicolon in many languages.
 */
function withoutFormulas(typed: string, format: CsvFormat): string {
  const marks = [',', ';', '\\t', '\\r', '\\n'].filter((mark) => mark !== separators[format])
  const hidden = new RegExp(`[${marks.join('')}](?=${beginsFormula})`, 'gu')
  const parted = typed.replaceAll(hidden, "$&'")
  return formula.test(parted) ? `'${parted}` : parted
}
