import { formFields } from '../form-fields.ts'
import { intervalProblem } from '../longest-cycle.ts'
import type { FormValues } from './form-values.ts'

const cycle = formFields
  .pick({ billingInterval: true, billingPeriod: true, cancelAfter: true })
  .refine((given) => intervalProblem(given) === null)

/**
 * The editor's values without anything wrong that nobody sees: how often a price recurs is as in a new form again where
 * that was left wrong, and the price is paid once now.
 */
export function shownValues(values: FormValues): FormValues {
  const isHidden = values.priceType === 'OneTimePrice'
  return isHidden && !cycle.safeParse(values).success ? { ...values, ...cycle.parse({}) } : values
}
