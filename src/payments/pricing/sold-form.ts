import { opensExtras } from '#accounts/billing/gates/gates.ts'
import {
  amountAt,
  type FormPrice,
  type OfferTimer,
  type OpenTerms,
  type Quantities,
  type TimedForm,
} from './price-purchase.ts'

/**
 * A form of several prices as it is sold at one of them: from here on it costs that and nothing else. Undefined for a price
 * that it does not have.
 */
export function soldAt<Form extends TimedForm>(form: Form, priceId: string): Form | undefined {
  const price = form.prices?.find(({ id }) => id === priceId)
  if (price === undefined) return undefined
  const { title, amount, recurrence, timers, open } = price
  return { ...form, priceId, title, amount, recurrence, timers, open }
}

/** A form with prices to choose from in the place of its own, which comes first; as it is where there are none. */
export function withPrices(
  form: Omit<TimedForm, 'timers'> & { readonly timers: readonly StoredTimer[] },
  first: Pick<FormPrice, 'id' | 'label'>,
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

/** A form that was made with one price knows it by its own id. */
export function firstPriceId({
  id,
  priceId,
}: {
  readonly id: string
  readonly priceId: string | null
}): string {
  return priceId ?? id
}

/** The price that is chosen when the page opens: the one that its seller says, or the first. */
export function defaultPrice(prices: readonly FormPrice[]): FormPrice | undefined {
  return prices.find(({ isDefault }) => isDefault) ?? prices[0]
}

/** Whether buyers name any of its prices. */
export function isOpenAnywhere({ prices, open }: TimedForm): boolean {
  return (prices ?? [{ open }]).some((price) => price.open !== undefined)
}

/** Whether any of its prices, those for who has their link among them, is paid again and again. */
export function hasPlans({ prices, recurrence }: TimedForm): boolean {
  return (prices ?? [{ recurrence }]).some((price) => price.recurrence !== null)
}

/** A timer as it is stored: of one of its form's prices, or of all of them, where its amount is one of the first. */
export type StoredTimer = OfferTimer & { readonly priceId: string | null }

type OfPrice = { readonly priceId: string | null }

/** The timers whose amounts are those of a price: its own, and of the form's first one those of all prices. */
export function timersOfPrice<Timer extends OfPrice>(
  timers: readonly Timer[],
  priceId: string,
  firstId: string,
): Timer[] {
  return timers.filter((timer) => (timer.priceId ?? firstId) === priceId)
}

/** The timers that a price is sold with: its own, and those of all prices, whose amounts are of the first one alone. */
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
  /** Null: there is no limit. */
  readonly stock: { readonly left: number } | null
}

/**
 * What buyers can choose of a stored form, no more than are left, and how many these are where they are few: it goes to every
 * page, and a seller's stock is nobody's business. Nothing where it is sold one at a time, without a limit.
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

/** So few are worth saying. */
const few = 10

/** Whether fewer are left of a stored form than can be bought at once. */
export function isSoldOut({ stock, quantityMin }: Pick<StoredQuantities, 'stock' | 'quantityMin'>): boolean {
  return stock !== null && stock.left < quantityMin
}

/**
 * A form as so many of it are sold: from here on it costs that. Its bumps are there once, and what a quote of it covers is
 * the price of one.
 */
export function soldTimes<Form extends TimedForm>(form: Form, quantity: number): Form {
  if (quantity === 1) return form
  const timers = form.timers.map((timer) => ({
    ...timer,
    amount: timer.amount === null ? null : timer.amount * quantity,
  }))
  return { ...form, quantity, amount: form.amount * quantity, timers, listed: form.listed ?? form }
}

/**
 * How many a line is of, beside its title: "3 × $49.00"; empty for one. `amount` (minor units) is what the line is listed
 * at: where tax was added and rounded on all of them together, one has no price of its own.
 */
export function quantityText(
  quantity: number,
  amount: number,
  amountText: (minor: number) => string,
): string {
  if (quantity === 1) return ''
  return amount % quantity === 0 ? `${quantity} × ${amountText(amount / quantity)}` : `× ${quantity}`
}

/** A title of so many, where they have one amount together: "3 × A course (14-day trial)". */
export function timesTitle(quantity: number, title: string): string {
  return quantity === 1 ? title : `${quantity} × ${title}`
}

/** A line's title with how many it is of. */
export function countedTitle(
  title: string,
  quantity: number,
  amount: number,
  amountText: (minor: number) => string,
): string {
  const count = quantityText(quantity, amount, amountText)
  return count === '' ? title : `${title}, ${count}`
}

/** Whether buyers choose anything about what a form sells, or are told how much of it is left. */
export function isChosenFrom(form: TimedForm): boolean {
  const { prices, quantities, open, left } = form
  return [prices, quantities, open, left].some((one) => one !== undefined)
}

/** What a price has beside its amount where its buyers name it, as it is stored; amounts in minor units. */
export type StoredOpen = {
  readonly isOpen: boolean
  readonly suggestedAmount: number | null
  readonly presetAmounts: readonly number[]
}

/** What is offered of a stored price; nothing where its buyers do not name it. One that recurs is never open. */
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
 * A form at an open price as it is sold to who has named an amount for one: at any instant it costs that, or the least of
 * that instant where that is more. As it is where its price is not open.
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

/** The least that may be named for one at an instant (milliseconds). */
export function leastAt(form: TimedForm, instant: number): number {
  return amountAt(form.listed ?? form, instant)
}

/** What stands in the field of an open price before anybody has named another amount. */
export function openingAmount(form: TimedForm, instant: number): number {
  return Math.max(form.open?.suggested ?? 0, leastAt(form, instant))
}

/** What a card can be charged, in minor units; `smallest`: about what `minimum` is, where the provider lists none. */
export type CardLimits = {
  readonly minimum: number
  readonly maximum: number
  readonly smallest: number
  readonly step: number
}

/** Why an amount cannot be named where `least` may, in words for its field; null where it can. */
export function namedProblem(
  named: number,
  least: number,
  { minimum, maximum, smallest, step }: CardLimits,
  amountText: (minor: number) => string,
): string | null {
  if (named < least) return `The least is ${amountText(least)}.`
  if (named > maximum) return `A card payment is ${amountText(maximum)} at most.`
  if (named % step !== 0) return `Card payments go in steps of ${amountText(step)}.`
  if (named === 0 || named >= minimum) return null
  const about = smallest === minimum ? '' : 'about '
  return `A card payment is at least ${about}${amountText(smallest)}. Write 0 to pay nothing.`
}

/** A form's parts that come with a larger plan, by every name that they go by, as they are where there are none. */
const none = {
  bumps: [],
  timers: [],
  tax: null,
  taxId: null,
  oneTimeOffer: null,
  otoSequenceList: [],
  offer: null,
  hasOffers: false,
  hasCodes: false,
  partsHaveFiles: false,
}

/**
 * A form as it sells on its seller's plan: what the plan does not open is disabled by it: it stays on the form and is neither
 * shown nor charged nor offered. Without a live plan nothing sells at all, and nothing is left out.
 */
export function omitDisabledByPlan<Form extends object>(form: Form, plan: string | null): Form {
  if (plan === null || opensExtras(plan)) return form
  const omitted = Object.entries(none).filter(([name]) => name in form)
  return { ...form, ...Object.fromEntries(omitted) }
}
