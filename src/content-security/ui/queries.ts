import { queryOptions } from '@tanstack/react-query'
import { contentSecurityContract } from '#content-security/contract.ts'
import { call } from '#shell/session.ts'

export const refusalsQuery = queryOptions({
  queryKey: ['content-security'],
  queryFn: ({ signal }) => call(contentSecurityContract.listRefusals, { signal }),
})
