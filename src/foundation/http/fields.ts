import { z } from 'zod'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { messages } from './messages.ts'

/**
 * Field schemas that several contracts share. Text with a NUL or a lone surrogate is refused everywhere, because
 * PostgreSQL cannot store it.
 */

export function text(maximum: number, missing: string = messages.required) {
  return z
    .string({ error: missing })
    .max(maximum, { error: messages.max(maximum) })
    .refine((value) => !value.includes('\0') && value.isWellFormed(), {
      error: 'This field contains characters that cannot be stored',
    })
}

export function requiredText(maximum: number, requiredMessage: string = messages.required) {
  return text(maximum).trim().min(1, { error: requiredMessage })
}

/** The title of a form, bump or one-time offer. */
export const title = text(200)
  .trim()
  .min(10, { error: messages.min(10) })

export const uuid = z.uuid({ error: messages.uuid })

export const currencyCode = z
  .string({ error: messages.required })
  .refine(isCurrencyCode, { error: messages.choice })

/** An address that a buyer's browser may be sent to: http or https, no user part, no control characters. */
export const webAddress = text(2048).trim().refine(isWebAddress, { error: messages.url })

export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
}

export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'This field must be a color' })

export function email(invalidMessage: string) {
  return z
    .string({ error: messages.required })
    .trim()
    .min(1, { error: messages.required })
    .max(128, { error: 'to long' })
    .pipe(z.email({ error: invalidMessage }))
}

/** A buyer's email address. */
export const emailAddress = email('Email is not valid')
