import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { requiredLine } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { plainCode } from '#foundation/typed/read-code.ts'

const signs = { error: 'A code has letters, digits, hyphens and underscores only' }

/**
 * What buyers type: letters, digits, hyphens and underscores, so that it can be said, read and put in a link. It begins and
 * ends with a letter or a digit: a spreadsheet takes a hyphen at the beginning for a formula, and a text wraps at one at the
 * end.
 */
export const codeText = requiredLine(40)
  .overwrite(plainCode)
  .min(3, { error: messages.min(3) })
  .regex(/^[A-Za-z0-9_-]+$/, { ...signs, abort: true })
  .regex(/^[A-Za-z0-9].*[A-Za-z0-9]$/, { error: 'A code begins and ends with a letter or a digit' })

/** What each of many codes begins with. */
export const codePrefix = z
  .string({ error: fieldText })
  .max(20, { error: messages.max(20), abort: true })
  .overwrite(plainCode)
  .regex(/^[A-Za-z0-9_-]*$/, { ...signs, abort: true })
  .regex(/^(?:[A-Za-z0-9].*)?$/, { error: 'A code begins with a letter or a digit' })
