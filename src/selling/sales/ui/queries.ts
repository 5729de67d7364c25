import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { salesContract } from '../contract.ts'
import type { Range } from '../dashboard/dashboard-wire.ts'
import type { ShownFilter } from './filter/sale-search.ts'

/** Lists the purchases after `before` (the last row of the previous page), or otherwise those of `page`. */
type SaleSearch = ListSearch & {
  readonly filter: ShownFilter
  readonly before: string | undefined
  readonly zone: string
}

/** The rows of a page. */
export const salesShown = 25

export function saleListQuery({ q, page, before, filter, zone }: SaleSearch) {
  const query = { ...filter, q, page, before, zone, limit: salesShown }
  return queryOptions({
    queryKey: ['sales', 'list', query],
    queryFn: ({ signal }) => call(salesContract.listSales, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function saleTotalsQuery({ q, filter, zone }: Pick<SaleSearch, 'q' | 'filter' | 'zone'>) {
  const query = { ...filter, q, zone }
  return queryOptions({
    queryKey: ['sales', 'totals', query],
    queryFn: ({ signal }) => call(salesContract.sumSales, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function saleQuery(id: string) {
  return queryOptions({
    queryKey: ['sales', 'one', id],
    queryFn: ({ signal }) => call(salesContract.getSale, { params: { id }, signal }),
  })
}

/** The numbers of the seller or one of its forms, in the time zone `zone`. */
export function dashboardQuery(range: Range, zone: string, form?: string) {
  return queryOptions({
    queryKey: ['sales', 'dashboard', range, zone, form],
    queryFn: ({ signal }) => call(salesContract.getDashboard, { query: { range, zone, form }, signal }),
    placeholderData: keepPreviousData,
  })
}
