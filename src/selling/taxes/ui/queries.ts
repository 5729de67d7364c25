import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list-search.ts'
import { readAll } from '#web/kit/read-all.ts'
import { taxesContract } from '../contract.ts'

/** The key that every query of taxes begins with. */
export const taxesKey = ['taxes']

/** Queries of taxes are tried once more, and not oftener. */
const retry = 1

export function taxListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: [...taxesKey, 'list', { q, page }],
    queryFn: ({ signal }) => call(taxesContract.listTaxes, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
    retry,
  })
}

/** All taxes that are active, to choose from. */
export const taxChoicesQuery = queryOptions({
  queryKey: [...taxesKey, 'choices'],
  queryFn: ({ signal }) =>
    readAll((page) => call(taxesContract.listTaxes, { query: { active: 'true', limit: 0, page }, signal })),
  retry,
})

export function taxQuery(id: string) {
  return queryOptions({
    queryKey: [...taxesKey, 'one', id],
    queryFn: ({ signal }) => call(taxesContract.getTax, { params: { id }, signal }),
    retry,
  })
}

export const taxStatusQuery = queryOptions({
  queryKey: ['tax-status'],
  queryFn: ({ signal }) => call(taxesContract.readTaxStatus, { signal }),
  staleTime: 60_000,
  retry,
})
