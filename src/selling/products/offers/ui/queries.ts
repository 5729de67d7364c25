import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import type { ListSearch } from '#web/kit/list-search.ts'
import { readAll } from '#web/kit/read-all.ts'
import { offersContract } from '../contract.ts'

/** The key that every query of one-time offers begins with. */
export const offersKey = ['one-time-offers']

export function offerListQuery({ q, page }: ListSearch) {
  return queryOptions({
    queryKey: [...offersKey, 'list', { q, page }],
    queryFn: ({ signal }) => call(offersContract.listOffers, { query: { q, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All one-time offers, to choose from. */
export const offerChoicesQuery = queryOptions({
  queryKey: [...offersKey, 'choices'],
  queryFn: ({ signal }) =>
    readAll((page) => call(offersContract.listOffers, { query: { limit: 0, page }, signal })),
})

export function offerQuery(id: string) {
  return queryOptions({
    queryKey: [...offersKey, 'one', id],
    queryFn: ({ signal }) => call(offersContract.getOffer, { params: { id }, signal }),
  })
}
