import { lineTaxes } from '@tillform/sandbox/taxes'
import { discountBy } from '#payments/pricing/discount.ts'
import { priceToday, withoutTrial } from '#payments/pricing/price-today.ts'
import { listPrice, amountOfCycle, recurringAmounts } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { grossDiscount, priceOffer, takenNext, type OfferPrice } from '#payments/pricing/price-offer.ts'
import { soldAt, soldTimes, soldFor } from '#payments/pricing/sold-form.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { comparedPayments, exactPrice, type ExactPrice } from './exact-price.ts'
import { planPurchase, type PlannedPurchase } from './price-plan.ts'

/**
 * Prices random purchases both with the product and with an independent exact calculation, and adds up the
 * provider's invoice for the same lines. Returns every difference as text.
 */
export function comparePrices(seed: number, count: number): string[] {
  const random = randomFrom(seed)
  const differences: string[] = []
  for (let number = 0; number < count; number += 1) {
    const difference = differenceOf(planPurchase(random))
    if (difference !== undefined) differences.push(`purchase ${number}: ${difference}`)
  }
  return differences
}

/**
 * Prices one purchase both ways. `form` is what the product prices, if its tax was found by other means.
 * Returns a difference as text.
 */
export function differenceOf(planned: PlannedPurchase, form = planned.form): string | undefined {
  const { chosen, instant, coupon } = planned
  const discount = coupon === null ? undefined : discountBy(coupon, form.currency)
  const one = planned.price === null ? form : soldAt(form, planned.price)
  if (one === undefined) throw new RangeError('The form does not have this price')
  const counted = soldTimes(planned.named === null ? one : soldFor(one, planned.named), planned.quantity)
  const sold = planned.hasHadTrial ? withoutTrial(counted) : counted
  const price = priceToday(sold, chosen, instant, discount)
  const exact = exactPrice(planned)
  const asSold = { ...planned, form: sold }
  const invoiced = invoiceTotal(asSold, price)
  const payments = paymentsOf(asSold, price)
  const isAlike = payments.join() === exact.payments.join()
  const later = invoicedPayments(asSold, price)
  const isInvoiced = later === undefined || later.join() === payments.join()
  const offers = offersAfter(asSold, price)
  const isOffered = offers.map(amountsOf).join() === exact.offers.map(amountsOf).join()
  if (
    isAlike &&
    isInvoiced &&
    isOffered &&
    isSame(price, exact) &&
    (invoiced === undefined || invoiced === price.total)
  )
    return undefined
  return JSON.stringify({ form, coupon, price, invoiced, payments, later, offers })
}

type Amounts = Readonly<Record<'subtotal' | 'taxAmount' | 'total', number | bigint>> & {
  readonly discountAmount?: number | bigint | undefined
}

function isSame(price: Price, exact: ExactPrice): boolean {
  return (
    price.lines.length === exact.lines.length &&
    [price, ...price.lines].map(amountsOf).join() === [exact, ...exact.lines].map(amountsOf).join()
  )
}

function amountsOf(one: Amounts | null): string {
  return one === null ? 'none' : `${one.subtotal} ${one.taxAmount} ${one.total} ${one.discountAmount ?? 0}`
}

/** The price of each offer after the purchase, or null if the offer is not shown. */
function offersAfter({ form, coupon, offers }: PlannedPurchase, { lines }: Price): (OfferPrice | null)[] {
  let discountAmount = lines.reduce((sum, line) => sum + (line.discountAmount ?? 0), 0)
  const goesOn = coupon?.scope === 'everything' && discountAmount > 0
  return offers.map(({ amount, isAccepted }) => {
    const left = goesOn
      ? {
          ...coupon,
          takes: takenNext(coupon.takes, grossDiscount(discountAmount, form)),
          minimum: 0,
          cycles: 1,
        }
      : undefined
    const price = priceOffer(amount, form, form.currency, left, true)
    if (isAccepted) discountAmount += price?.discountAmount ?? 0
    return price ?? null
  })
}

/** The first payments of a recurring price as the product records them. */
function paymentsOf(
  { form, coupon }: PlannedPurchase,
  { lines: [first], full: own = first }: Price,
): number[] {
  const { recurrence, tax, currency } = form
  if (recurrence === null || own === undefined) return []
  const amounts = recurringAmounts(own, tax, currency, coupon?.cycles ?? null)
  const length = recurrence.cancelAfter === 0 ? comparedPayments : recurrence.cancelAfter
  return Array.from(
    { length: Math.min(length, comparedPayments) },
    (_, cycle) => amountOfCycle(amounts, cycle).total,
  )
}

/**
 * The first recurring payments as the provider would invoice them: the list price with its tax rate, less the
 * discount while the coupon lasts. Undefined if the product sends the provider only totals.
 */
function invoicedPayments(planned: PlannedPurchase, price: Price): number[] | undefined {
  const { form, coupon, step } = planned
  const {
    lines: [first],
    full: own = first,
  } = price
  if (step > 1 || own === undefined) return undefined
  const list = listPrice(own, form.tax, form.currency)
  const all = form.tax?.inclusive === true ? list.total : list.subtotal
  // The provider gets the unit price and the quantity, or one unit if a net price cannot be divided.
  const listed = form.without === undefined ? Math.floor(all / planned.quantity) * planned.quantity : all
  const rates = form.tax === null ? [] : [{ id: 'txr_1', ...form.tax }]
  return paymentsOf(planned, price).map((_, cycle) => {
    const isReduced = coupon !== null && (coupon.cycles === null || cycle < coupon.cycles)
    const amount = listed - (isReduced ? (own.discountAmount ?? 0) : 0)
    const onTop = lineTaxes(amount, rates).filter(({ inclusive }) => !inclusive)
    return amount + onTop.reduce((sum, tax) => sum + tax.amount, 0)
  })
}

/**
 * The total of an invoice with these lines and the form's tax rate. Undefined for currencies without cents on
 * Stripe: their charges include the tax, because an invoice would round to an amount that cannot be paid.
 */
function invoiceTotal({ form, step }: PlannedPurchase, price: Price): number | undefined {
  if (step > 1) return undefined
  const rates = form.tax === null ? [] : [{ id: 'txr_1', ...form.tax }]
  const taxed = price.lines.map(({ subtotal, total }) => {
    const amount = form.tax?.inclusive === true ? total : subtotal
    const onTop = lineTaxes(amount, rates).filter(({ inclusive }) => !inclusive)
    return amount + onTop.reduce((sum, tax) => sum + tax.amount, 0)
  })
  return taxed.reduce((sum, amount) => sum + amount, 0)
}
