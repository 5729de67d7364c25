import type { OpenTerms, TimedForm } from './price-promise.ts'
import { amountAt } from './price-purchase.ts'

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
