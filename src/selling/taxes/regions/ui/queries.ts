import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { regionsContract } from '../contract.ts'

export const regionsQuery = queryOptions({
  queryKey: ['taxes', 'regions'],
  queryFn: ({ signal }) => call(regionsContract.listTaxRegions, { signal }),
})
