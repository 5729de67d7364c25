import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { contentSecurityContract } from '../contract.ts'

export const refusalsQuery = queryOptions({
  queryKey: ['content-security'],
  queryFn: ({ signal }) => call(contentSecurityContract.listRefusals, { signal }),
})
