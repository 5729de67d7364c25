import type { Quantities, TimedForm } from './price-promise.ts'

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
