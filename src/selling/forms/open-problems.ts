import type { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { PriceType } from '#foundation/db/tables/products.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { tooSmallProblem } from '#foundation/money/price-problem.ts'
import { wireAmounts } from '#foundation/money/wire-amounts.ts'
import type { StoredOpen } from '#payments/pricing/sold-form.ts'

type Checked = StoredOpen & { readonly priceType: PriceType; readonly amount: number }

/** Errors in the suggested amounts of a pay-what-you-want price, by field. Amounts are in minor units. */
export function openProblems(price: Checked, currency: string): Record<string, string> {
  if (!isNamed(price)) return {}
  const { amount, suggestedAmount, presetAmounts } = price
  const below = (one: number) =>
    one < amount
      ? t('The amount is below the minimum of {least}', { least: formatAmount(amount, currency) })
      : null
  const problem = (one: number) => tooSmallProblem(one, currency) ?? below(one)
  const suggested = suggestedAmount === null ? null : problem(suggestedAmount)
  const [preset] = presetAmounts.flatMap((one) => problem(one) ?? [])
  const isTwice = new Set(presetAmounts).size < presetAmounts.length
  const presets = preset ?? (isTwice ? t('Two buttons have the same amount') : null)
  return { ...(suggested && { suggestedAmount: suggested }), ...(presets && { presetAmounts: presets }) }
}

/** Whether buyers choose the amount. */
export function isNamed({ isOpen, priceType }: Pick<Checked, 'isOpen' | 'priceType'>): boolean {
  return isOpen && priceType === 'OneTimePrice'
}

/** The errors in typed amounts, in major units, including invalid ones. */
export function checkOpen(
  price: Checked,
  currency: string,
  context: z.RefinementCtx,
  path: readonly (string | number)[] = [],
): void {
  if (!isNamed(price)) return
  const { decode, errors } = wireAmounts(currency)
  const { amount, suggestedAmount, presetAmounts } = price
  const decoded = {
    ...price,
    amount: decode('amount', amount),
    suggestedAmount: suggestedAmount === null ? null : decode('suggestedAmount', suggestedAmount),
    presetAmounts: presetAmounts.map((one) => decode('presetAmounts', one)),
  }
  const { amount: _, ...wrong } = errors
  for (const [field, message] of Object.entries({ ...openProblems(decoded, currency), ...wrong })) {
    context.addIssue({ code: 'custom', path: [...path, field], message })
  }
}

/** The amount that represents a pay-what-you-want price: the one suggested first. */
export function likelyAmount({
  amount,
  ...price
}: Pick<Checked, 'priceType' | 'amount'> & Partial<StoredOpen>): number {
  const { isOpen = false, suggestedAmount = null, presetAmounts = [], priceType } = price
  if (!isNamed({ isOpen, priceType })) return amount
  return Math.max(amount, suggestedAmount ?? presetAmounts[0] ?? 0)
}
