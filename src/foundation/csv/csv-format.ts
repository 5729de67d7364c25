import { type Message, msg, t } from '#foundation/language/t.ts'
import { localeOf } from '#foundation/text/read-formats.ts'
import { z } from 'zod'

/** The reader of a CSV file: programs, or spreadsheets with this separator. */
export const csvFormats = ['plain', 'comma', 'semicolon', 'tab'] as const
export type CsvFormat = (typeof csvFormats)[number]

/** The format's name. By default, the format is for programs. */
export const csvFormat = z
  .enum(csvFormats, { error: () => t('Choose plain, comma, semicolon or tab') })
  .default('plain')

export const csvFormatLabels: Readonly<Record<CsvFormat, Message>> = {
  comma: msg('Spreadsheet: commas, 49.00'),
  semicolon: msg('Spreadsheet: semicolons, 49,00'),
  tab: msg('Spreadsheet: tabs, 49.00'),
  plain: msg('Another program: commas, 49.00'),
}

export const separators: Readonly<Record<CsvFormat, string>> = {
  plain: ',',
  comma: ',',
  semicolon: ';',
  tab: '\t',
}

/**
 * The format for a spreadsheet in this language, which separates cells with semicolons if it writes decimals
 * with a comma. A browser can report an invalid language, such as `en-US@posix`.
 */
export function csvFormatOf(language: string): CsvFormat {
  const parts = new Intl.NumberFormat(localeOf(language) ?? 'en').formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value !== '.') ? 'semicolon' : 'comma'
}
