import { z } from 'zod'
import { customerFilter } from '../../filter/filter-wire.ts'

const { tag, bought, notBought, subscription, over, currency, since } = customerFilter.shape

/** What of an address is no filter counts as none. */
const shown = z.object({
  tag: tag.catch(undefined),
  bought: bought.catch(undefined),
  notBought: notBought.catch(undefined),
  subscription: subscription.catch(undefined),
  over: over.catch(undefined),
  currency: currency.catch(undefined),
  since: since.catch(undefined),
})

/** What the list of customers is narrowed to, as its address carries it. */
export type ShownFilter = z.output<typeof shown>

const names = shown.keyof().options

export function readCustomerFilter(parameters: URLSearchParams): ShownFilter {
  const filter = shown.parse(Object.fromEntries([...parameters].filter(([, value]) => value !== '')))
  // A currency alone narrows nothing.
  return filter.over === undefined ? { ...filter, currency: undefined } : filter
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
    if (value !== undefined) changed.set(name, String(value))
  }
  return changed
}
