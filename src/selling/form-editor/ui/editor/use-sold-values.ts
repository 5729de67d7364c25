import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import type { FormValues } from './form-values.ts'

/** A form's values as they sell on the seller's plan; all of them while that is not known. */
export function useSoldValues(values: FormValues): FormValues {
  const state = useSellerState(true)
  return state === undefined ? values : omitDisabledByPlan(values, state.plan)
}
