import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#accounts/identity/ui/session.ts'
import { customerFilter } from '#selling/list-filters/customer-filter.ts'
import { filterInAddress } from '#web/kit/list/filter-in-address.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { customersContract } from '../contract.ts'

/** Lists the customers after `before` (the last row of the previous page), or otherwise those of `page`. */
type CustomerSearch = ListSearch & {
  readonly filter: ShownFilter
  readonly before: string | undefined
  readonly zone: string
}

export function customerListQuery({ q, page, before, filter, zone }: CustomerSearch) {
  const query = { ...filter, q, page, before, zone }
  return queryOptions({
    queryKey: ['customers', 'list', query],
    queryFn: ({ signal }) => call(customersContract.listCustomers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(customersContract.getCustomer, { params: { id }, signal }),
  })
}

/** The shop's tags to choose from. */
export const customerTagsQuery = queryOptions({
  queryKey: ['customers', 'tags'],
  queryFn: ({ signal }) => call(customersContract.listCustomerTags, { signal }),
})

/** Customers that match a search, to merge with. */
export function customerChoicesQuery(q: string) {
  return queryOptions({
    queryKey: ['customers', 'choices', q],
    queryFn: ({ signal }) => call(customersContract.listCustomers, { query: { q, limit: 6 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })
}

const { tag, bought, notBought, subscription, over, currency, since } = customerFilter.shape

/** Invalid filter parameters in the URL are ignored. */
const shown = z.object({
  tag: tag.catch(undefined),
  bought: bought.catch(undefined),
  notBought: notBought.catch(undefined),
  subscription: subscription.catch(undefined),
  over: over.catch(undefined),
  currency: currency.catch(undefined),
  since: since.catch(undefined),
})

/** The filter of the customer list, as in its URL. */
export type ShownFilter = z.output<typeof shown>

export const { hasFilter, filteredBy } = filterInAddress(shown.keyof().options)

export function readCustomerFilter(parameters: URLSearchParams): ShownFilter {
  const filter = shown.parse(Object.fromEntries([...parameters].filter(([, value]) => value !== '')))
  // A currency alone does not filter anything.
  return filter.over === undefined ? { ...filter, currency: undefined } : filter
}
