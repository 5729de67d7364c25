import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { healthContract } from '../contract.ts'

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(healthContract.readHealth, { signal }),
})
