import { atPrice, ofNamed, ofQuantity, type PayableForm } from '#buying/checkout/price/payable-form.ts'
import type { RecoveredChoices } from '#foundation/db/tables/recoveries.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { priceToday } from '#payments/pricing/price-today.ts'

/** The parts of a buyer's choices that a form still offers, and their total now. */
type Offered = {
  readonly offered: RecoveredChoices
  /** The total in minor units, or undefined if a code or a trial changes the total. */
  readonly total?: number
}

type Given = {
  readonly bumps: readonly string[]
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  readonly coupon?: string | undefined
}

export function offeredOf(form: PayableForm, given: Given, now: Date): Offered {
  const { price, quantity, amount, bumps, coupon } = given
  const isChosen = form.pricing.prices?.some(({ id }) => id === price) === true
  const sold = (isChosen ? atPrice(form, price) : form) ?? form
  const known = new Set(form.pricing.bumps.map(({ id }) => id))
  const offered = {
    bumps: bumps.filter((id) => known.has(id)),
    ...(isChosen && price !== undefined && { price }),
    ...(quantity !== undefined && form.quantityMax > 1 && { quantity }),
    ...(amount !== undefined && sold.pricing.open !== undefined && { amount }),
    ...(coupon !== undefined && { coupon }),
  }
  if (coupon !== undefined || sold.pricing.recurrence?.start !== undefined) return { offered }
  try {
    const counted = ofQuantity(ofNamed(sold, offered.amount), offered.quantity)
    const { total } = priceToday(counted.pricing, new Set(offered.bumps), now.getTime())
    return { offered, total }
  } catch (error) {
    // Fewer items may be available by now. If so, the page says that.
    if (error instanceof InvalidFields) return { offered }
    throw error
  }
}
