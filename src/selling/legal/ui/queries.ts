import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { consumerLawContract } from '#buying/consumer-law/contract.ts'

export const policyQuery = queryOptions({
  queryKey: ['seller', 'policy'],
  queryFn: ({ signal }) => call(consumerLawContract.readPolicy, { signal }),
})
