import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { invoicesContract } from '../contract.ts'

export const numberingQuery = queryOptions({
  queryKey: ['invoices', 'numbering'],
  queryFn: ({ signal }) => call(invoicesContract.readNumbering, { signal }),
})

export const seriesQuery = queryOptions({
  queryKey: ['invoices', 'series'],
  queryFn: ({ signal }) => call(invoicesContract.listSeries, { signal }),
})

export function invoiceListQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['invoices', 'list', q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(invoicesContract.listInvoices, {
        query: { q, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  })
}
