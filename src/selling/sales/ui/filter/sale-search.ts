import { z } from 'zod'
import { saleFilter } from '../../filter/filter-wire.ts'

const { customer, form, price, status, kind, subscription, currency, from, to } = saleFilter.shape

/** What of an address is no filter counts as none. */
const shown = z.object({
  customer: customer.catch(undefined),
  form: form.catch(undefined),
  price: price.catch(undefined),
  status: status.catch(undefined),
  kind: kind.catch(undefined),
  subscription: subscription.catch(undefined),
  currency: currency.catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
})

/** What the list of sales is narrowed to, as its address carries it. */
export type ShownFilter = z.output<typeof shown>

const names = shown.keyof().options

export function readSaleFilter(parameters: URLSearchParams): ShownFilter {
  const filter = shown.parse(Object.fromEntries(parameters))
  const isTurned = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to
  const isOfNone = filter.price !== undefined && filter.form === undefined
  return { ...filter, ...(isTurned && { to: undefined }), ...(isOfNone && { price: undefined }) }
}

export function hasFilter(filter: ShownFilter): boolean {
  return names.some((name) => filter[name] !== undefined)
}

/** The present address with another filter, at the first page. */
export function filteredBy(present: URLSearchParams, filter: ShownFilter): URLSearchParams {
  const changed = new URLSearchParams(present)
  for (const name of ['page', 'before', ...names]) changed.delete(name)
  for (const name of names) {
    const value = filter[name]
    if (value !== undefined) changed.set(name, value)
  }
  return changed
}

/** Where exactly these purchases are listed. */
export function salesPath(filter: ShownFilter): string {
  return `/sales?${filteredBy(new URLSearchParams(), filter).toString()}`
}
