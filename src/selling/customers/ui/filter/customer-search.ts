import { z } from 'zod'
import { filterInAddress } from '#web/kit/list/list-search.ts'
import { customerFilter } from '#selling/list-filters/customer-filter.ts'

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

export const { hasFilter, filteredBy } = filterInAddress(shown.keyof().options)

export function readCustomerFilter(parameters: URLSearchParams): ShownFilter {
  const filter = shown.parse(Object.fromEntries([...parameters].filter(([, value]) => value !== '')))
  // A currency alone narrows nothing.
  return filter.over === undefined ? { ...filter, currency: undefined } : filter
}
