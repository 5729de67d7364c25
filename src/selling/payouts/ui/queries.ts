import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { payoutsContract } from '../contract.ts'

/** Whether the request failed because no account is connected. */
export function hasNoAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'no_account'
}

export const balanceQuery = queryOptions({
  queryKey: ['payouts', 'balance'],
  queryFn: ({ signal }) => call(payoutsContract.getBalance, { signal }),
})

export const payoutWeeksQuery = queryOptions({
  queryKey: ['payouts', 'weeks'],
  queryFn: ({ signal }) => call(payoutsContract.getPayoutWeeks, { signal }),
})

export const payoutListQuery = infiniteQueryOptions({
  queryKey: ['payouts', 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(payoutsContract.listPayouts, {
      query: pageParam === '' ? {} : { after: pageParam },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
})

/** The fees on the payments of a period. */
export function feesQuery(from: string, to: string) {
  return queryOptions({
    queryKey: ['payouts', 'fees', from, to],
    queryFn: ({ signal }) => call(payoutsContract.getFees, { query: { from, to }, signal }),
    retry: false,
  })
}

export function payoutQuery(id: string) {
  return queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => call(payoutsContract.getPayout, { params: { id }, signal }),
  })
}
