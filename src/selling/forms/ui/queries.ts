import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { shortLinksContract } from '#selling/sharing/contract.ts'
import type { ListSearch } from '#web/kit/list/list-search.ts'
import { formsContract } from '../contract.ts'
import { versionsContract } from '../versions/contract.ts'

/** The prefix of all query keys for forms. */
export const formsKey = ['forms']

export function formListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: [...formsKey, 'list', { q, page }],
    queryFn: ({ signal }) => call(formsContract.listForms, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function formQuery(id: string) {
  return queryOptions({
    queryKey: [...formsKey, 'one', id],
    queryFn: ({ signal }) => call(formsContract.getForm, { params: { id }, signal }),
  })
}

/** A number higher than any version's. */
const beforeAll = 2_147_483_647

export function versionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...formsKey, 'versions', id],
    queryFn: ({ pageParam, signal }) =>
      call(versionsContract.listVersions, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: beforeAll,
    getNextPageParam: ({ versions, hasMore }) => (hasMore ? versions.at(-1)?.number : undefined),
  })
}

/** A version never changes, but its items can be deleted later. */
export function versionQuery(id: string, number: number) {
  return queryOptions({
    queryKey: [...formsKey, 'version', id, number],
    queryFn: ({ signal }) =>
      call(versionsContract.getVersion, { params: { id, number: String(number) }, signal }),
  })
}

/** A form's short link never changes. */
export function shortLinkQuery(id: string) {
  return queryOptions({
    queryKey: ['short-link', id],
    queryFn: ({ signal }) => call(shortLinksContract.getShortLink, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
