import { z } from 'zod'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { t } from '#foundation/language/t.ts'
import { plainLine } from '#foundation/typed/plain-text.ts'
import { isEmail, plainEmail } from '#foundation/typed/read-email.ts'
import { plainColor } from '#foundation/typed/read-color.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { fieldText } from './field-text.ts'
import { messages } from '../contract/messages.ts'

/**
 * Schemas for fields that contracts share. Text with a NUL or half a surrogate pair is rejected, because
 * PostgreSQL cannot store it.
 */

export function text(maximum: number, missing: () => string = messages.required) {
  return (
    z
      .string({ error: whenMissing(missing) })
      // Text that is too long is not checked further.
      .max(maximum, { error: () => messages.max(maximum), abort: true })
      .refine((value) => !value.includes('\0') && value.isWellFormed(), {
        error: () => t('This field contains characters that cannot be stored'),
      })
  )
}

/** A message for a missing field. A value of the wrong type gets the message for its type. */
export function whenMissing(missing: () => string) {
  return (issue: z.core.$ZodRawIssue): string => (isMissing(issue.input) ? missing() : fieldText(issue))
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}

export function requiredText(maximum: number, missing: () => string = messages.required) {
  return filled(text(maximum).trim(), missing)
}

/** An optional field of a form: empty text becomes null. Other errors use the schema's message. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal('').transform(() => null), schema], { error: lastReason }).nullable()
}

function lastReason(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined
}

/**
 * Single-line text. Pasted line breaks and control characters become spaces, and invisible marks are removed,
 * including those that would change the direction of later text on someone else's page.
 */
export function line(maximum: number, missing: () => string = messages.required) {
  return text(maximum, missing).overwrite(plainLine).trim()
}

export function requiredLine(maximum: number, missing: () => string = messages.required) {
  return filled(line(maximum, missing), missing)
}

/** Invisible characters alone, such as a zero-width space, do not fill a field. */
function filled(schema: z.ZodString, error: () => string) {
  return schema.min(1, { error }).refine(isVisible, { error })
}

export function isVisible(value: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(value)
}

/** The title of a form, bump or one-time offer. */
export const title = filled(
  text(200)
    .refine((value) => value.trim() === '' || isVisible(value), { error: messages.required, abort: true })
    .overwrite(plainLine)
    .trim()
    .min(10, { error: () => messages.min(10) }),
  messages.required,
)

export const number = z.number({ error: fieldText })

/** The id of a row in upper or lower case, converted to the database's spelling. */
export const uuid = z
  .uuid({ error: ({ input }) => (isMissing(input) ? messages.required() : messages.uuid()) })
  .toLowerCase()

/** A date, such as `2026-11-24`. The database has no year 0. */
export function calendarDay(error: () => string) {
  return z.iso.date({ error }).refine((value) => !value.startsWith('0000'), { error })
}

export const currencyCode = z.string({ error: fieldText }).refine(isCurrencyCode, {
  error: ({ input }) => (input === '' ? messages.required() : messages.choice()),
})

/**
 * A URL to which a buyer's browser can be sent: http or https, without a user name, and without anything that could be
 * displayed misleadingly: direction marks, or invisible characters in the host. In a path, Persian and Indian scripts
 * need some of these characters.
 */
export const webAddress = text(2048).overwrite(plainWebAddress).refine(isWebAddress, { error: messages.url })

export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}\p{Bidi_Control}\\]/u.test(value) || !URL.canParse(value)) return false
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(value) ?? []
  if (host === undefined || /\p{Cf}/u.test(host)) return false
  const { username, password, hostname } = new URL(value)
  return username === '' && password === '' && isHost(hostname)
}

/** A domain name or an IP address. A scheme's name such as `https` is a typo. */
function isHost(hostname: string): boolean {
  return /^(?:[a-z\d_.-]+|\[[\da-f:.]+\])$/.test(hostname) && !/^https?$/.test(hostname)
}

export const hexColor = z
  .string()
  .overwrite(plainColor)
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: () => t('This field must be a color') })

/** An email address, however it was typed, in the form in which it is stored, compared and used for sending. */
export function email(invalid: () => string) {
  return z
    .string({ error: fieldText })
    .overwrite(plainEmail)
    .min(1, { error: messages.required, abort: true })
    .max(128, { error: () => t('to long'), abort: true })
    .refine(isEmail, { error: invalid })
    .meta({ format: 'email' })
}

/** A buyer's email address. */
export const emailAddress = email(() => t('Email is not valid'))
