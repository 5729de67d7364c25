import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import type { Form, FormCard } from '#selling/forms/contract.ts'
import { saleStateOf, soldTimers } from '#selling/forms/sale-state.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'

/** Whether a form sells, as shown on its card. Null while the plan is loading. */
export function useSale(form: Form): FormCard['sale'] | null {
  const seller = useSellerState(true)
  const now = useNow()
  if (seller === undefined) return null
  const { isPaused, quantityMin, stockLimit, stockTaken } = form
  const timers = form.timers.map((timer) => ({ ...timer, expiresAt: timer.timestamp }))
  const stock = stockLimit === null ? null : { left: stockLimit - (stockTaken ?? 0) }
  return saleStateOf(
    {
      isPaused,
      quantityMin,
      stock,
      // Members of a suspended shop see no pages of its forms.
      isSuspended: false,
      sellerPlan: seller.plan,
      onboardingStatus: seller.onboarding,
      timers: soldTimers(form, timers),
    },
    now,
  )
}
