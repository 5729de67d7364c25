import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { reconciliationContract } from '../contract.ts'

export const reconciliationQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(reconciliationContract.readReconciliation, { signal }),
})
