import type { OnboardingStatus } from '#accounts/onboarding/contract.ts'
import type { PriceState } from '#foundation/db/tables/products.ts'
import type { OfferTimer } from '#payments/pricing/price-purchase.ts'
import { closingTimer, nextTimer } from '#payments/pricing/timers.ts'
import { firstPriceId, isSoldOut, omitDisabledByPlan } from '#payments/pricing/sold-form.ts'
import type { FormCard } from './contract.ts'

/**
 * Whether a form can be bought at a given time (in milliseconds), and its timers' next change. Disabled timers change
 * nothing.
 */
export function saleStateOf(
  form: {
    readonly isPaused: boolean
    readonly isSuspended: boolean
    readonly timers: readonly OfferTimer[]
    readonly sellerPlan: string | null
    readonly onboardingStatus: OnboardingStatus['status'] | null
    readonly quantityMin: number
    readonly stock: { readonly left: number } | null
  },
  instant: number,
): FormCard['sale'] {
  const timers = omitDisabledByPlan(form, form.sellerPlan).timers.filter(
    ({ amount, redirectUrl }) => (amount ?? 0) > 0 || redirectUrl !== null,
  )
  const next = nextTimer({ timers }, instant)
  const isOver = closingTimer({ timers }, instant) !== undefined
  return {
    state: stateOf(form, isOver),
    nextChange:
      next === undefined
        ? null
        : { what: next.redirectUrl === null ? 'price' : 'end', at: new Date(next.expiresAt).toISOString() },
  }
}

/** A form's timers without those of a retired or deleted price, which have no effect. */
export function soldTimers<Timer extends { readonly priceId: string | null }>(
  form: Parameters<typeof firstPriceId>[0] & {
    readonly prices: readonly { readonly id: string; readonly state: PriceState }[]
  },
  timers: readonly Timer[],
): Timer[] {
  const unretired = form.prices.filter(({ state }) => state !== 'retired').map(({ id }) => id)
  const sold = [null, firstPriceId(form), ...unretired]
  return timers.filter(({ priceId }) => sold.includes(priceId))
}

function stateOf(
  form: Omit<Parameters<typeof saleStateOf>[0], 'timers'>,
  isOver: boolean,
): FormCard['sale']['state'] {
  const { isSuspended, sellerPlan, onboardingStatus, isPaused, quantityMin, stock } = form
  if (isSuspended) return 'suspended'
  if (sellerPlan === null) return 'closed'
  if (onboardingStatus !== 'completed') return 'not_onboarded'
  if (isPaused) return 'paused'
  if (isOver) return 'over'
  return isSoldOut({ stock, quantityMin }) ? 'sold_out' : 'selling'
}
