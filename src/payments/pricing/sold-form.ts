import { t } from '#foundation/language/t.ts'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import {
  amountAt,
  type FormPrice,
  type OfferTimer,
  type OpenTerms,
  type Quantities,
  type TimedForm,
} from './price-purchase.ts'

/** A form sold at only one of its prices, or undefined if the price is unknown. */
export function soldAt<Form extends TimedForm>(form: Form, priceId: string): Form | undefined {
  const price = form.prices?.find(({ id }) => id === priceId)
  if (price === undefined) return undefined
  const { title, amount, recurrence, timers, open } = price
  return { ...form, priceId, title, amount, recurrence, timers, open }
}

/** A form with its choice of prices, its own first. Unchanged if it has only one. */
export function withPrices(
  form: Omit<TimedForm, 'timers'> & { readonly timers: readonly StoredTimer[] },
  first: Pick<FormPrice, 'id' | 'label' | 'isTranslated'>,
  others: readonly Omit<FormPrice, 'title' | 'timers'>[],
): TimedForm {
  const { amount, recurrence, open } = form
  const timersOf = (id: string) => timersBeside(form.timers, id, first.id)
  const timers = timersOf(first.id)
  if (others.length === 0) return { ...form, timers }
  const isDefault = !others.some((price) => price.isDefault)
  const own = { ...first, amount, recurrence, timers, isDefault, isHidden: false, open }
  const all = [own, ...others.map((price) => ({ ...price, timers: timersOf(price.id) }))]
  const prices = all.map((price) => ({ ...price, title: lineTitle(form.title, price.label) }))
  return { ...form, timers, prices, priceId: first.id }
}

function lineTitle(title: string, label: string): string {
  return label === '' ? title : `${title} (${label})`
}

export function firstPriceId({
  id,
  priceId,
}: {
  readonly id: string
  readonly priceId: string | null
}): string {
  return priceId ?? id
}

/** The price that is selected when the page opens: the seller's default, or else the first. */
export function defaultPrice(prices: readonly FormPrice[]): FormPrice | undefined {
  return prices.find(({ isDefault }) => isDefault) ?? prices[0]
}

export function isOpenAnywhere({ prices, open }: TimedForm): boolean {
  return (prices ?? [{ open }]).some((price) => price.open !== undefined)
}

/** Whether any of the form's prices, now or after a timer, or any of its bumps costs something. */
export function hasPrice(form: TimedForm): boolean {
  const { bumps, prices = [] } = form
  const priced = [form, ...prices].flatMap((price) => [price, ...price.timers])
  return isOpenAnywhere(form) || [...priced, ...bumps].some(({ amount }) => (amount ?? 0) > 0)
}

/** Whether any of the form's prices is recurring, including hidden ones. */
export function hasPlans({ prices, recurrence }: TimedForm): boolean {
  return (prices ?? [{ recurrence }]).some((price) => price.recurrence !== null)
}

/** A stored timer. If it is for all prices, its amount is for the first one. */
export type StoredTimer = OfferTimer & { readonly priceId: string | null }

type OfPrice = { readonly priceId: string | null }

/** The timers whose amounts apply to a price: its own, and for the first price also those for all prices. */
export function timersOfPrice<Timer extends OfPrice>(
  timers: readonly Timer[],
  priceId: string,
  firstId: string,
): Timer[] {
  return timers.filter((timer) => (timer.priceId ?? firstId) === priceId)
}

function timersBeside(
  timers: readonly StoredTimer[],
  priceId: string,
  firstId: string,
): readonly OfferTimer[] {
  return timers
    .filter((timer) => timer.priceId === null || timer.priceId === priceId)
    .map(({ priceId: of, ...timer }) => {
      const isOfAnother = of === null && priceId !== firstId
      return isOfAnother ? { ...timer, amount: null } : timer
    })
}

type StoredQuantities = {
  readonly quantityLabel: string
  readonly quantityMin: number
  readonly quantityMax: number
  readonly stock: { readonly left: number } | null
}

/**
 * The quantities that buyers can choose, up to the number left. The number left is included only if it is low, because
 * every page gets this and a seller's stock is confidential. Empty if sold one at a time without a limit.
 */
export function quantitiesOf({ quantityLabel, quantityMin, quantityMax, stock }: StoredQuantities): {
  readonly quantities?: Quantities
  readonly left?: number
} {
  const max = stock === null ? quantityMax : Math.max(quantityMin, Math.min(quantityMax, stock.left))
  return {
    ...(quantityMax > 1 && { quantities: { label: quantityLabel, min: quantityMin, max } }),
    ...(stock !== null && stock.left <= few && { left: stock.left }),
  }
}

/** The stock is shown once this many items or fewer are left. */
const few = 10

/** Whether a stored form has fewer items left than the smallest quantity. */
export function isSoldOut({ stock, quantityMin }: Pick<StoredQuantities, 'stock' | 'quantityMin'>): boolean {
  return stock !== null && stock.left < quantityMin
}

/** A form sold in a quantity. Bumps are added once, and a quote covers the price of one unit. */
export function soldTimes<Form extends TimedForm>(form: Form, quantity: number): Form {
  if (quantity === 1) return form
  const timers = form.timers.map((timer) => ({
    ...timer,
    amount: timer.amount === null ? null : timer.amount * quantity,
  }))
  return { ...form, quantity, amount: form.amount * quantity, timers, listed: form.listed ?? form }
}

/**
 * A line's quantity next to its title, such as "3 × $49.00", or empty for one unit. `amount` (minor units) is the
 * line's list amount. If tax is added and rounded over all units, a single unit may have no exact price.
 */
export function quantityText(
  quantity: number,
  amount: number,
  amountText: (minor: number) => string,
): string {
  if (quantity === 1) return ''
  return amount % quantity === 0 ? `${quantity} × ${amountText(amount / quantity)}` : `× ${quantity}`
}

/** The title of several units with one joint amount, such as "3 × A course (14-day trial)". */
export function timesTitle(quantity: number, title: string): string {
  return quantity === 1 ? title : `${quantity} × ${title}`
}

export function countedTitle(
  title: string,
  quantity: number,
  amount: number,
  amountText: (minor: number) => string,
): string {
  const count = quantityText(quantity, amount, amountText)
  return count === '' ? title : `${title}, ${count}`
}

/** Whether buyers have a choice on the form, or see how many items are left. */
export function isChosenFrom(form: TimedForm): boolean {
  const { prices, quantities, open, left } = form
  return [prices, quantities, open, left].some((one) => one !== undefined)
}

export type StoredOpen = {
  readonly isOpen: boolean
  readonly suggestedAmount: number | null
  readonly presetAmounts: readonly number[]
}

/** The suggestions of a stored price. Empty unless it is "pay what you want", which a recurring price never is. */
export function openOf({
  priceType,
  isOpen,
  suggestedAmount,
  presetAmounts,
}: StoredOpen & { readonly priceType: 'OneTimePrice' | 'RecurringPrice' }): { readonly open?: OpenTerms } {
  if (!isOpen || priceType !== 'OneTimePrice') return {}
  return { open: { suggested: suggestedAmount, presets: presetAmounts } }
}

/**
 * A form at a "pay what you want" price, sold for a chosen amount, or for the minimum at that time if that is
 * higher. Unchanged for other prices.
 */
export function soldFor<Form extends TimedForm>(form: Form, named: number): Form {
  if (form.open === undefined) return form
  const raised = (amount: number | null) =>
    amount === null || amount === 0 ? amount : Math.max(amount, named)
  const timers = form.timers.map((timer) => ({ ...timer, amount: raised(timer.amount) }))
  return {
    ...form,
    named,
    amount: Math.max(form.amount, named),
    timers,
    listed: form.listed ?? form,
  }
}

export function leastAt(form: TimedForm, instant: number): number {
  return amountAt(form.listed ?? form, instant)
}

export function openingAmount(form: TimedForm, instant: number): number {
  return Math.max(form.open?.suggested ?? 0, leastAt(form, instant))
}

/**
 * The smallest and largest card payments, in minor units. `smallest` is `minimum`, or an estimate of it if Stripe lists
 * none.
 */
export type CardLimits = {
  readonly minimum: number
  readonly maximum: number
  readonly smallest: number
  readonly step: number
}

/** Why buyers cannot choose this amount, as text for its field, or null if they can. It must be at least `least`. */
export function namedProblem(
  named: number,
  least: number,
  { minimum, maximum, smallest, step }: CardLimits,
  amountText: (minor: number) => string,
): string | null {
  if (named < least) return t('The minimum is {amount}.', { amount: amountText(least) })
  if (named > maximum) return t('The maximum card payment is {amount}.', { amount: amountText(maximum) })
  if (named % step !== 0) return t('Use a multiple of {amount}.', { amount: amountText(step) })
  if (named === 0 || named >= minimum) return null
  const amount = amountText(smallest)
  return smallest === minimum
    ? t('The minimum card payment is {amount}. Enter 0 to pay nothing.', { amount })
    : t('The minimum card payment is about {amount}. Enter 0 to pay nothing.', { amount })
}

/** The parts of a form that need a larger plan, by name, with the empty value for each. */
const none = {
  bumps: [],
  timers: [],
  tax: null,
  taxId: null,
  taxMode: 'one_rate',
  taxRegions: [],
  oneTimeOffer: null,
  otoSequenceList: [],
  offer: null,
  hasOffers: false,
  hasCodes: false,
  partsHaveFiles: false,
}

/**
 * A form as it is sold on its seller's plan. Parts that the plan does not include stay on the form but are neither
 * shown nor charged. Without a live plan the form is closed anyway, so nothing is left out.
 */
export function omitDisabledByPlan<Form extends object>(form: Form, plan: string | null): Form {
  if (plan === null || opensExtras(plan)) return form
  const omitted = Object.entries(none).filter(([name]) => name in form)
  return { ...form, ...Object.fromEntries(omitted) }
}
