import type { z } from 'zod'
import { formFields } from '#selling/forms/form-fields.ts'
import { intervalProblem } from '#selling/forms/price/longest-cycle.ts'

const hidden = formFields.pick({
  billingInterval: true,
  billingPeriod: true,
  cancelAfter: true,
  trialDays: true,
  trialAmount: true,
  setupAmount: true,
  setupLabel: true,
  payoffDiscount: true,
})
const savedHidden = hidden.refine((given) => intervalProblem(given) === null)

type Price = Partial<z.input<typeof hidden>> & { readonly priceType?: string | undefined }

/**
 * The values of an editor without anything wrong that nobody sees: how often a price recurs and what it begins with is as
 * in a new form again where that was left wrong, and the price is paid once now.
 */
export function shownValues<Values extends Price>(values: Values): Values {
  const isHidden = values.priceType === 'OneTimePrice'
  return isHidden && !savedHidden.safeParse(values).success ? { ...values, ...hidden.parse({}) } : values
}
