import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { customersContract } from '../contract.ts'
import type { ShownFilter } from './filter/customer-search.ts'

/** Which customers are listed: those after `before`, the last one of the page before, or else those of `page`. */
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

/** The tags there are, to choose from. */
export const customerTagsQuery = queryOptions({
  queryKey: ['customers', 'tags'],
  queryFn: ({ signal }) => call(customersContract.listCustomerTags, { signal }),
})

/** Whom a search finds, to be merged. */
export function customerChoicesQuery(q: string) {
  return queryOptions({
    queryKey: ['customers', 'choices', q],
    queryFn: ({ signal }) => call(customersContract.listCustomers, { query: { q, limit: 6 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })
}
