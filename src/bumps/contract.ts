import { z } from 'zod'
import { currencyCode, requiredText, title, uuid } from '#http/fields.ts'
import { messages } from '#http/messages.ts'
import { parseAmount } from '#money/amount.ts'
import { isCurrencyCode } from '#money/currencies.ts'
import { fileAttachment, pictureAddress } from '#uploads/contract.ts'

export const bump = z.object({
  id: uuid,
  title: z.string(),
  image: z.string(),
  description: z.string(),
  /** In major units. */
  amount: z.number(),
  currency: z.string(),
  files: z.array(fileAttachment).nullable(),
})
export type Bump = z.output<typeof bump>

/** The amount of a priced thing in major units; null is taken as 0. */
export const amountField = z
  .number({ error: messages.number })
  .min(0, { error: 'amount must be positive value' })
  .nullable()
  .default(0)
  .transform((amount) => amount ?? 0)

/** Adds the field error for an amount that its currency can't express. */
export function checkAmount(
  value: { readonly amount?: number | undefined; readonly currency?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (value.amount === undefined || value.currency === undefined || !isCurrencyCode(value.currency)) return
  const parsed = parseAmount(value.amount, value.currency)
  if (parsed.ok || parsed.problem === 'negative') return
  const message =
    parsed.problem === 'too-large'
      ? 'amount is larger than a card payment can be'
      : parsed.problem === 'too-many-decimals'
        ? `amount has more decimals than ${value.currency.toUpperCase()} has`
        : messages.number
  context.addIssue({ code: 'custom', path: ['amount'], message })
}

export const bumpFields = z.object({
  title,
  image: pictureAddress,
  description: requiredText(10_000),
  amount: amountField,
  currency: currencyCode,
  files: z.array(fileAttachment).max(20).nullable().default(null),
})
