import { code, count, text } from '#foundation/csv/cells.ts'
import type { CsvFormat } from '#foundation/csv/csv-format.ts'
import { csvText, type Columns } from '#foundation/csv/write-csv.ts'
import { saveFile } from '#web/kit/browser/download.ts'
import type { CouponCode } from '../contract.ts'

type Written = Pick<CouponCode, 'code' | 'label' | 'taken' | 'maxRedemptions'>

/** Downloads codes as a CSV file. */
export function saveCodes(codes: readonly Written[], format: CsvFormat): void {
  saveFile('codes.csv', new Blob([codesCsv(codes, format)], { type: 'text/csv;charset=utf-8' }))
}

/** The codes as CSV text, each with its label and number of uses. */
export function codesCsv(codes: readonly Written[], format: CsvFormat): string {
  return csvText(columns, codes, format)
}

const columns: Columns<Written> = {
  Code: (row) => code(row.code),
  Label: ({ label }) => text(label),
  Used: ({ taken }) => count(taken),
  Limit: ({ maxRedemptions }) => count(maxRedemptions),
}
