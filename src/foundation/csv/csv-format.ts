import { localeOf } from '#foundation/text/read-formats.ts'
import { z } from 'zod'

/** For whom a CSV file is written: for other programs, or for spreadsheets that part cells at this mark. */
export const csvFormats = ['plain', 'comma', 'semicolon', 'tab'] as const
export type CsvFormat = (typeof csvFormats)[number]

/** A program that says nothing gets what programs read. */
export const csvFormat = z
  .enum(csvFormats, { error: 'Choose plain, comma, semicolon or tab' })
  .default('plain')

/** What one chooses from in words. */
export const csvFormatLabels: Readonly<Record<CsvFormat, string>> = {
  comma: 'Spreadsheet: commas, 49.00',
  semicolon: 'Spreadsheet: semicolons, 49,00',
  tab: 'Spreadsheet: tabs, 49.00',
  plain: 'Another program: commas, 49.00',
}

export const separators: Readonly<Record<CsvFormat, string>> = {
  plain: ',',
  comma: ',',
  semicolon: ';',
  tab: '\t',
}

/**
 * Spreadsheets part cells at semicolons where their language writes amounts with a comma. A browser may name a language
 * that is none, such as `en-US@posix`.
 */
export function csvFormatOf(language: string): CsvFormat {
  const parts = new Intl.NumberFormat(localeOf(language) ?? 'en').formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value !== '.') ? 'semicolon' : 'comma'
}
