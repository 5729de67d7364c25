import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { filesContract } from '../contract.ts'

export const filesQuery = queryOptions({
  queryKey: ['files'],
  queryFn: ({ signal }) => call(filesContract.listFiles, { signal }),
})
