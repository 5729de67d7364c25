import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list-search.ts'
import { readAll } from '#web/kit/read-all.ts'
import { bumpsContract } from '../contract.ts'

/** The key that every query of order bumps begins with. */
export const bumpsKey = ['bumps']

export function bumpListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: [...bumpsKey, 'list', { q, page }],
    queryFn: ({ signal }) => call(bumpsContract.listBumps, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All order bumps, to choose from. */
export const bumpChoicesQuery = queryOptions({
  queryKey: [...bumpsKey, 'choices'],
  queryFn: ({ signal }) =>
    readAll((page) => call(bumpsContract.listBumps, { query: { limit: 0, page }, signal })),
})

export function bumpQuery(id: string) {
  return queryOptions({
    queryKey: [...bumpsKey, 'one', id],
    queryFn: ({ signal }) => call(bumpsContract.getBump, { params: { id }, signal }),
  })
}
