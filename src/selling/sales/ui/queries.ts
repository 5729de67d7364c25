import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list-search.ts'
import { salesContract } from '../contract.ts'
import type { Range } from '../dashboard/dashboard-wire.ts'

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
