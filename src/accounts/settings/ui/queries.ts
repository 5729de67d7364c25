import { queryOptions } from '@tanstack/react-query'
import { securityContract } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'

export const signInWaysQuery = queryOptions({
  queryKey: ['account', 'sign-in-ways'],
  queryFn: ({ signal }) => call(securityContract.readSignInWays, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(securityContract.listSessions, { signal }),
})
