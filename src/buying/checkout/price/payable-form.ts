import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { leastAt, namedProblem, openOf, soldFor } from '#payments/pricing/open-price.ts'
import { recurrenceOf } from '#payments/pricing/recurrence.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { TimedForm } from '#payments/pricing/price-promise.ts'
import { notPayableNow } from '#payments/purchases/errors.ts'
import { isSoldOut, quantitiesOf, soldTimes } from '#payments/pricing/quantity.ts'
import { firstPriceId, soldAt, withPrices } from '#payments/pricing/sold-at.ts'
import { FewerLeft, SoldOut } from '#payments/stock/errors.ts'
import type { OrderedStock } from '#payments/stock/hold-stock.ts'
import type { Holder } from '#payments/coupons/holder.ts'
import { FormDeleted, FormNotPayable, FormPaused } from '../errors.ts'
import type { StoredForm } from '../store.ts'

export type PayableForm = StoredForm & {
  readonly stripeAccountId: string
  readonly pricing: TimedForm
  readonly taxTitle: string | null
}

/** What buyers read of a shop that the platform has suspended; why is the seller's business. */
const suspendedNow = 'This shop cannot take orders at the moment. Please come back later.'
const suspendedMeanwhile = 'This shop cannot take orders at the moment. You have not been charged.'

/** What buyers read of a paused form whose seller says nothing themselves. */
const pausedNow = 'Sales are paused for now. Please come back later.'

/** What buyers read of a form whose stock is gone; who has taken the last of it still sees how their payment stands. */
const soldOutNow = 'Sold out. If more becomes available, you can buy it on this page.'

export const noSuchPrice = 'This price is no longer offered'

/** A stored form that can be sold now, with what its price depends on; throws why it cannot be otherwise. */
export function checkPayable(form: StoredForm): PayableForm {
  if (form.deletedAt !== null) throw new FormDeleted()
  if (form.isSuspended) throw new FormNotPayable(suspendedMeanwhile)
  if (form.isPaused) throw new FormPaused()
  const { stripeAccountId } = form
  if (stripeAccountId === null || unpayable(form) !== null) throw new FormNotPayable(notPayableNow)
  return { ...form, stripeAccountId, pricing: pricingOf(form), taxTitle: form.tax?.title ?? null }
}

/** Why the form cannot be bought at the moment, in words for buyers, or null. */
export function unavailability(form: StoredForm): string | null {
  return unpayable(form) ?? (isSoldOut(form) ? soldOutNow : null)
}

function unpayable(form: StoredForm): string | null {
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
      const recurs = { amount: price.amount, recurrence: recurrenceOf(price), ...openOf(price) }
      return { id, label, ...recurs, isDefault, isHidden: state === 'hidden' }
    })
  const own = { title, amount, currency, recurrence, tax, bumps, timers, priceGracePeriod }
  const alone = { ...own, ...openOf(form), ...quantitiesOf(form) }
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

/** The form as it is sold to who names an amount for one, in minor units; at the least where none is named. */
export function ofNamed(form: PayableForm, named: number | undefined): PayableForm {
  return named === undefined ? form : { ...form, pricing: soldFor(form.pricing, named) }
}

/** Refuses an amount that could not be named at an instant (milliseconds): nobody pays another one than they named. */
export function checkNamed({ pricing }: PayableForm, named: number | undefined, instant: number): void {
  if (named === undefined) return
  const { currency, listed = pricing } = pricing
  const least = leastAt(pricing, instant)
  const text = (minor: number) => formatAmount(minor, currency)
  const problem =
    listed.open !== undefined
      ? namedProblem(named, least, currencyOf(currency), text)
      : named === least
        ? null
        : `The price is ${text(least)}.`
  if (problem !== null) throw new InvalidFields({ amount: problem })
}

/** The form as so many of it are sold, the fewest that can be bought where no number is named. */
export function ofQuantity(form: PayableForm, given: number | undefined): PayableForm {
  const { quantityMin: min, quantityMax: max } = form
  const quantity = given ?? min
  if (quantity < min || quantity > max) throw new InvalidFields({ quantity: quantityRange(min, max) })
  return { ...form, pricing: soldTimes(form.pricing, quantity) }
}

/** Throws `SoldOut` or `FewerLeft` where too few of a form are left. */
export function checkStock({ stock, quantityMin, pricing: { quantity = 1 } }: PayableForm): void {
  if (stock === null) return
  if (isSoldOut({ stock, quantityMin })) throw new SoldOut()
  if (stock.left < quantity) throw new FewerLeft(stock.left)
}

/** What an order of a holder takes of its form's stock; null: there is no limit. */
export function orderedStock(
  { stock, pricing: { quantity = 1 } }: PayableForm,
  holder: Holder,
): OrderedStock | null {
  return stock && { stockId: stock.id, quantity, holder }
}

function quantityRange(min: number, max: number): string {
  return min === max ? `Only ${max} can be bought at once` : `Choose a number from ${min} to ${max}`
}
