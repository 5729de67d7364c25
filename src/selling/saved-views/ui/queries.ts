import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { savedViewsContract } from '../contract.ts'

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: ({ signal }) => call(savedViewsContract.listViews, { signal }),
})
