import type { PriceState } from '#foundation/db/tables/products.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment } from '#foundation/money/price-problem.ts'
import { taxAmount, type TaxRate } from '#foundation/money/tax.ts'

type Priced = { readonly id: string; readonly amount: number; readonly currency: string | null }

/** All that a form's buyers can be charged for; amounts are minor units of its currency. */
export type Charges = {
  readonly amount: number
  readonly currency: string
  /** What can be chosen in the place of `amount`. */
  readonly prices: readonly { readonly amount: number; readonly state: PriceState }[]
  /** The most that can be bought at once. */
  readonly quantityMax: number
  readonly timers: readonly { readonly amount: number | null }[]
  readonly bumps: readonly Priced[]
  readonly otoSequenceList: readonly Priced[]
  readonly oneTimeOffer: Priced | null
  readonly tax: TaxRate | null
}

/**
 * Field to message, where the most that a buyer can be asked for in one charge is more than a card can pay: each price
 * that the form has or comes to have, of as many as can be bought, with tax and all order bumps; and each offer, with its tax, by itself.
 */
export function largestChargeProblems({
  currency,
  tax,
  quantityMax,
  ...form
}: Charges): Record<string, string> {
  const { maximum } = currencyOf(currency)
  const totalOf = (amount: number) => taxAmount(amount, tax, currency).total
  const beside = form.bumps
    .filter((bump) => bump.currency === currency)
    .reduce((sum, { amount }) => sum + totalOf(amount), 0)
  const problem = (field: string, what: string, total: number): Record<string, string> => ({
    [field]: `${what} comes to ${formatAmount(total, currency)}, which is above the maximum card payment of ${largestPayment(currency)}`,
  })
  const ofPrice = (field: string, amount: number): Record<string, string> => {
    // What is no amount at all is told already.
    if (!Number.isSafeInteger(amount)) return {}
    if (totalOf(amount) > maximum) return problem(field, 'amount with its tax', totalOf(amount))
    const total = totalOf(amount * quantityMax)
    if (total > maximum) return problem('quantityMax', `The price for ${quantityMax} with its tax`, total)
    return total + beside > maximum
      ? problem('bumps', 'The price with all order bumps and its tax', total + beside)
      : {}
  }
  const ofOffer = (field: string, noun: string, offer: Priced): Record<string, string> =>
    offer.currency === currency && totalOf(offer.amount) > maximum
      ? problem(field, `This ${noun} with its tax`, totalOf(offer.amount))
      : {}
  const found = [
    ...form.timers.map(({ amount }, index) => ofPrice(`timers.${index}.amount`, amount ?? 0)),
    ...form.prices.map(({ amount, state }, index) =>
      state === 'retired' ? {} : ofPrice(`prices.${index}.amount`, amount),
    ),
    ofPrice('amount', form.amount),
    ...form.otoSequenceList.map((bump) => ofOffer('otoSequenceList', 'order bump', bump)),
    form.oneTimeOffer === null ? {} : ofOffer('oneTimeOffer', 'one-time offer', form.oneTimeOffer),
  ]
  return found.reduce((all, errors) => ({ ...all, ...errors }), {})
}
