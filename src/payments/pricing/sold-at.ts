import type { FormPrice, TimedForm } from './price-promise.ts'
import { timersBeside, type StoredTimer } from './timers-of-price.ts'

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
