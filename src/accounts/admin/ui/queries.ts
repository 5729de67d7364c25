import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { adminContract } from '../contract.ts'
import type { SellerFilter } from './seller-filter.ts'

export const sellersKey = ['sellers']

export function sellerListQuery({ q, page, ...filter }: ListSearch & SellerFilter) {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  const query = { q, page, limit: 20, ...given }
  return queryOptions({
    queryKey: [...sellersKey, 'list', query],
    queryFn: ({ signal }) => call(adminContract.listSellers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function sellerQuery(id: string) {
  return queryOptions({
    queryKey: [...sellersKey, 'one', id],
    queryFn: ({ signal }) => call(adminContract.getSeller, { params: { id }, signal }),
  })
}

export const revenueQuery = queryOptions({
  queryKey: ['revenue'],
  queryFn: ({ signal }) => call(adminContract.readRevenue, { signal }),
})
