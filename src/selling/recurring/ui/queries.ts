import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import {
  recurringContract,
  type AheadQuery,
  type CountedQuery,
  type MovementQuery,
  type Narrowed,
} from '../contract.ts'

/** The rows of a page. */
export const pageSize = 25
/** How soon numbers that are being prepared are loaded again, in milliseconds. */
const readAgain = 3_000

export function recurringQuery(query: Narrowed) {
  return queryOptions({
    queryKey: ['recurring', 'months', query],
    queryFn: ({ signal }) => call(recurringContract.getRecurring, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.currencies === null ? readAgain : false),
  })
}

export function cohortsQuery(query: Narrowed) {
  return queryOptions({
    queryKey: ['recurring', 'cohorts', query],
    queryFn: ({ signal }) => call(recurringContract.getCohorts, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.currencies === null ? readAgain : false),
  })
}

export function comingQuery(query: Narrowed) {
  return queryOptions({
    queryKey: ['recurring', 'coming', query],
    queryFn: ({ signal }) => call(recurringContract.getComing, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

type Paged<Query> = Omit<Query, 'limit'>

export function movementsQuery(asked: Paged<MovementQuery>) {
  const query = { ...asked, limit: pageSize }
  return queryOptions({
    queryKey: ['recurring', 'movements', query],
    queryFn: ({ signal }) => call(recurringContract.listMovements, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function countedQuery(asked: Paged<CountedQuery>) {
  const query = { ...asked, limit: pageSize }
  return queryOptions({
    queryKey: ['recurring', 'counted', query],
    queryFn: ({ signal }) => call(recurringContract.listCounted, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function aheadQuery(asked: AheadQuery & { readonly page: number }) {
  const query = { ...asked, limit: pageSize }
  return queryOptions({
    queryKey: ['recurring', 'ahead', query],
    queryFn: ({ signal }) => call(recurringContract.listAhead, { query, signal }),
    placeholderData: keepPreviousData,
  })
}
