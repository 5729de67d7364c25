import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { uploadsContract } from '../contract.ts'

/** The unfinished uploads, and how much the shop has stored. */
export const ownUploadsQuery = queryOptions({
  queryKey: ['uploads', 'begun'],
  queryFn: ({ signal }) => call(uploadsContract.listBegun, { signal }),
  refetchOnMount: 'always',
})
