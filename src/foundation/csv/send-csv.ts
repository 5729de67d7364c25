import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { CsvFormat } from './csv-format.ts'
import { csvHead, csvRow, type Columns } from './write-csv.ts'

/**
 * Sends a CSV file, reading its rows as fast as the client receives them. If that fails, the stream ends with the
 * error, so that a partial file never looks complete.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  file: { readonly columns: Columns<Row>; readonly rows: AsyncIterable<Row>; readonly format: CsvFormat },
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(linesOf(file)))
}

async function* linesOf<Row>({ columns, rows, format }: Parameters<typeof sendCsv<Row>>[2]) {
  yield csvHead(columns, format)
  for await (const row of rows) yield csvRow(columns, row, format)
}
