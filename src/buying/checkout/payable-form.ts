import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { TimedForm } from '#payments/pricing/price-promise.ts'
import { FormDeleted, FormNotPayable, FormPaused } from './errors.ts'
import type { StoredForm } from './store.ts'

export type PayableForm = StoredForm & {
  readonly stripeAccountId: string
  readonly pricing: TimedForm
  readonly taxTitle: string | null
}

export const notPayableNow = 'This form cannot be paid at the moment. You have not been charged.'

/** What buyers read of a shop that the platform has suspended; why is the seller's business. */
export const suspendedNow = 'This shop cannot take orders at the moment. Please come back later.'
const suspendedMeanwhile = 'This shop cannot take orders at the moment. You have not been charged.'

/** What buyers read of a paused form whose seller says nothing themselves. */
export const pausedNow = 'Sales are paused for now. Please come back later.'

/** A stored form that can be sold now, with what its price depends on; throws why it cannot be otherwise. */
export function checkPayable(form: StoredForm): PayableForm {
  if (form.deletedAt !== null) throw new FormDeleted()
  if (form.isSuspended) throw new FormNotPayable(suspendedMeanwhile)
  if (form.isPaused) throw new FormPaused()
  const { stripeAccountId } = form
  if (stripeAccountId === null || unavailability(form) !== null) throw new FormNotPayable(notPayableNow)
  return { ...form, stripeAccountId, pricing: pricingOf(form), taxTitle: form.tax?.title ?? null }
}

/** Why the form cannot be paid at the moment, in words for buyers, or null. */
export function unavailability(form: StoredForm): string | null {
  if (form.isSuspended) return suspendedNow
  if (form.isPaused) return form.pauseMessage ?? pausedNow
  const canCharge =
    form.stripeAccountId !== null && form.onboardingStatus === 'completed' && form.sellerPlan !== null
  return canCharge ? null : notPayableNow
}

/** How often the form's price is paid; null: once. */
function recurrenceOf(form: StoredForm): Recurrence | null {
  const { priceType, billingInterval, billingPeriod, cancelAfter } = form
  return priceType === 'OneTimePrice' ? null : { billingInterval, billingPeriod, cancelAfter }
}

export function pricingOf(form: StoredForm): TimedForm {
  const { title, amount, currency, tax, bumps, timers, priceGracePeriod } = form
  return { title, amount, currency, recurrence: recurrenceOf(form), tax, bumps, timers, priceGracePeriod }
}
