import { z } from 'zod'
import { readBySpreadsheets } from '#foundation/csv/changed-by-spreadsheets.ts'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { requiredLine } from '#foundation/http/input/fields.ts'
import { plainCode } from '#foundation/typed/read-code.ts'

const signs = { error: () => t('Use only letters, digits, hyphens and underscores') }

/**
 * A code as buyers type it: letters, digits, hyphens and underscores, so that it can be spoken and put in a link. It
 * begins and ends with a letter or digit, because spreadsheets read a leading hyphen as a formula, and text wraps at
 * a trailing one.
 */
export const codeText = requiredLine(40)
  .overwrite(plainCode)
  .min(3, { error: () => messages.min(3) })
  .regex(/^[A-Za-z0-9_-]+$/, { ...signs, abort: true })
  .regex(/^[A-Za-z0-9].*[A-Za-z0-9]$/, {
    error: () => t('A code begins and ends with a letter or a digit'),
  })

/** The prefix of a batch of codes. */
export const codePrefix = z
  .string({ error: fieldText })
  .max(20, { error: () => messages.max(20), abort: true })
  .overwrite(plainCode)
  .regex(/^[A-Za-z0-9_-]*$/, { ...signs, abort: true })
  .regex(/^(?:[A-Za-z0-9].*)?$/, { error: () => t('A code begins with a letter or a digit') })

/** A hint for a code that a spreadsheet would change. Buyers would get a wrong code from the spreadsheet. */
export function codeHint(typed: string, usual?: string): string | undefined {
  const code = plainCode(typed)
  const kind = readBySpreadsheets(code)
  if (kind === null) return usual
  return kind === 'number'
    ? t(
        'Spreadsheets read {code} as a number and change it, so buyers could not use it. Start with a word, such as SAVE-{code}.',
        { code },
      )
    : t(
        'Spreadsheets read {code} as a date and change it, so buyers could not use it. Start with a word, such as SAVE-{code}.',
        { code },
      )
}
