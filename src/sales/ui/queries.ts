import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { salesContract } from '#sales/contract.ts'
import type { Range } from '#sales/dashboard/dashboard-wire.ts'
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

/** The seller's numbers, by the clock of who looks at them. */
export function dashboardQuery(range: Range) {
  return queryOptions({
    queryKey: ['sales', 'dashboard', range],
    queryFn: ({ signal }) => call(salesContract.getDashboard, { query: { range, zone: ownZone() }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The browser's time zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
