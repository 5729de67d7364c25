import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import type { TimedForm } from '#payments/pricing/price-promise.ts'
import { firstPriceId, soldAt, withPrices } from '#payments/pricing/sold-at.ts'
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

export const noSuchPrice = 'This price is no longer offered'

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

/** A form at its first price, with those that buyers can choose in its place. */
export function pricingOf(form: StoredForm): TimedForm {
  const { title, amount, currency, tax, bumps, timers, priceGracePeriod, prices } = form
  const recurrence = recurrenceOf(form)
  const others = prices
    .filter(({ state }) => state !== 'retired')
    .map((price) => {
      const { id, label, state, isDefault } = price
      const recurs = { amount: price.amount, recurrence: recurrenceOf(price) }
      return { id, label, ...recurs, isDefault, isHidden: state === 'hidden' }
    })
  const alone = { title, amount, currency, recurrence, tax, bumps, timers, priceGracePeriod }
  return withPrices(alone, { id: firstPriceId(form), label: form.priceLabel }, others)
}

/** The form as it is sold at a price, its first one where none is named; undefined where that is not to be had. */
export function atPrice(form: PayableForm, named: string | undefined): PayableForm | undefined {
  const first = firstPriceId(form)
  const id = named ?? first
  if (form.pricing.prices === undefined) return id === first ? form : undefined
  const pricing = soldAt(form.pricing, id)
  return pricing && { ...form, pricing }
}
