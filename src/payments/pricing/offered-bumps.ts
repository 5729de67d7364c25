import { pickFields } from '#foundation/values/pick-fields.ts'
import type { BumpTerms, PricedForm, TimedForm } from './price-purchase.ts'
import { isChosenFrom } from './sold-form.ts'

/** A bump's terms. Left out if it is always offered, as most are. */
export function termsIn({ priceIds, quantityMin }: BumpTerms): { readonly terms?: BumpTerms } {
  return priceIds === null && quantityMin === 1 ? {} : { terms: { priceIds, quantityMin } }
}

export function hasTerms({ bumps }: Pick<PricedForm, 'bumps'>): boolean {
  return bumps.some(({ terms }) => terms !== undefined)
}

/** A form with only the bumps that it offers at its price and in its quantity. A quote covers the others too. */
export function withOfferedBumps<Form extends TimedForm>(form: Form): Form {
  if (!hasTerms(form)) return form
  const { priceId = '', quantity = 1 } = form
  const bumps = form.bumps.filter(
    ({ terms }) =>
      terms === undefined || (terms.quantityMin <= quantity && (terms.priceIds?.includes(priceId) ?? true)),
  )
  return { ...form, bumps, listed: form.listed ?? form }
}

/**
 * A form as its page needs it: terms name prices, so that a form's only price has its id too. If buyers have nothing to
 * choose, only the bumps that are offered are left.
 */
export function withBumpTerms(form: TimedForm, firstId: string): TimedForm {
  if (!hasTerms(form)) return form
  const named = { ...form, priceId: firstId }
  if (isChosenFrom(form)) return named
  const bumps = withOfferedBumps(named).bumps.map((bump) => pickFields(bump, ['id', 'title', 'amount']))
  return { ...form, bumps }
}
