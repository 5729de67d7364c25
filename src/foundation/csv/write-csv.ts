import { type Cell, text } from './cells.ts'
import { separators, type CsvFormat } from './csv-format.ts'

/** The columns of a CSV file by their names, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** The character at the beginning of a file that tells spreadsheets it is UTF-8. */
const byteOrderMark = '\u{FEFF}'

/** The first line of a CSV file, with the names of its columns. */
export function csvHead<Row>(columns: Columns<Row>, format: CsvFormat): string {
  // Some column names were typed by sellers.
  const names = Object.keys(columns).map((name) => text(name)(format))
  return byteOrderMark + lineOf(names, format)
}

export function csvRow<Row>(columns: Columns<Row>, row: Row, format: CsvFormat): string {
  return lineOf(
    Object.values(columns).map((cellOf) => cellOf(row)(format)),
    format,
  )
}

/** Builds a complete CSV file from rows in memory. */
export function csvText<Row>(columns: Columns<Row>, rows: readonly Row[], format: CsvFormat): string {
  return [csvHead(columns, format), ...rows.map((row) => csvRow(columns, row, format))].join('')
}

function lineOf(cells: readonly string[], format: CsvFormat): string {
  const separator = separators[format]
  return `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`
}

function quoted(cell: string, separator: string): string {
  const isParted = cell.includes(separator) || /["\r\n]/.test(cell)
  return isParted ? `"${cell.replaceAll('"', '""')}"` : cell
}
