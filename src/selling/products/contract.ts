import { z } from 'zod'
import { fileAttachments, pictureAddress } from '#accounts/uploads/contract.ts'
import { answered } from '#foundation/http/input/field-shapes.ts'
import { currencyCode, requiredText, title, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { currencies, isCurrencyCode } from '#foundation/money/currencies.ts'
import { priceProblem } from '#foundation/money/price-problem.ts'

export const givenAmount = z
  .number({ error: messages.number })
  .min(0, { error: 'amount must be positive value' })
  .nullable()

/** The amount of a priced thing in major units; null is taken as 0. */
export const amountField = givenAmount.transform((amount) => amount ?? 0).default(0)

export const defaultCurrency = currencies[0]?.code ?? 'usd'

/** Adds the field error for an amount that cannot be charged in its currency, unless one of them is wrong already. */
export function checkAmount(
  { amount, currency }: { readonly amount: unknown; readonly currency: unknown },
  context: z.RefinementCtx,
  field: string | (string | number)[] = 'amount',
  problemOf: typeof priceProblem = priceProblem,
): void {
  if (typeof amount !== 'number' || amount < 0) return
  if (typeof currency !== 'string' || !isCurrencyCode(currency)) return
  const message = problemOf(amount, currency)
  if (message !== null) context.addIssue({ code: 'custom', path: [field].flat(), message })
}

/** What bumps and one-time offers have in common, with what a new one has. */
export const productFields = z.object({
  title,
  image: pictureAddress,
  description: requiredText(10_000),
  amount: amountField,
  currency: currencyCode.default(defaultCurrency),
  files: fileAttachments.default([]),
})

/** What one is in the file that its seller takes along. */
export const exportedProduct = z
  .object({ id: uuid, ...answered(productFields.shape), amount: z.number() })
  .pick({ id: true, title: true, description: true, image: true, amount: true, currency: true })
  .extend({ createdAt: z.iso.datetime() })
