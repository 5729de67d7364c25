import { type Cell, text } from './cells.ts'
import { separators, type CsvFormat } from './csv-format.ts'

/** The columns of a file by their names, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\u{FEFF}'

/** The header line: the column names. */
export function csvHead<Row>(columns: Columns<Row>, format: CsvFormat): string {
  // Sellers name some of them.
  const names = Object.keys(columns).map((name) => text(name)(format))
  return byteOrderMark + lineOf(names, format)
}

export function csvRow<Row>(columns: Columns<Row>, row: Row, format: CsvFormat): string {
  return lineOf(
    Object.values(columns).map((cellOf) => cellOf(row)(format)),
    format,
  )
}

/** A complete file, from rows in memory. */
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
