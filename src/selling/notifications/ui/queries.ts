import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { notificationsContract } from '../contract.ts'

/** How often a page that is in sight looks for something new, in milliseconds. */
const lookedEvery = 60_000

export const notificationsQuery = queryOptions({
  queryKey: ['notices', 'last'],
  queryFn: ({ signal }) => call(notificationsContract.listNotices, { signal }),
  refetchInterval: lookedEvery,
  staleTime: lookedEvery / 2,
})
