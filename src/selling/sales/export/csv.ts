import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'

/** What comes before a formula where a spreadsheet parts cells at a mark of its own, as those of many languages do at semicolons. */
const hiddenFormula = /[;\t\r\n](?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/**
 * Rows as CSV: UTF-8 with a byte-order mark, so that spreadsheets see what it is; what a spreadsheet would take for a
 * formula is prefixed, but in the columns that hold `numbers`, which may be negative. Rows are read as fast as the reader takes them; where that fails the stream breaks off with the
 * error, so that half of a file never looks whole.
 */
export function csvOf<Row>(
  fields: Readonly<Record<string, (row: Row) => string>>,
  rows: AsyncIterable<Row>,
  numbers: readonly string[] = [],
): Readable {
  const writer = stringify({
    bom: true,
    header: true,
    columns: Object.keys(fields).map((key) => ({ key, header: key })),
    escape_formulas: true,
    cast: {
      string: (value, { column }) =>
        numbers.some((name) => name === column)
          ? { value, escape_formulas: false }
          : value.replaceAll(hiddenFormula, "$&'"),
    },
    record_delimiter: '\r\n',
  })
  async function* cells() {
    for await (const row of rows) {
      yield Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(row)]))
    }
  }
  // Whoever reads the stream is told of its error by the stream itself.
  return pipeline(Readable.from(cells()), writer, () => undefined)
}
