import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { salesContract } from '#sales/contract.ts'
import type { ListSearch } from '#shell/list-search.ts'
import { call } from '#shell/session.ts'

export function saleListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: ['sales', 'list', { q, page }],
    queryFn: ({ signal }) => call(salesContract.listSales, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function saleQuery(id: string) {
  return queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => call(salesContract.getSale, { params: { id }, signal }),
  })
}
