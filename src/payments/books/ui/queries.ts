import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { booksContract } from '../contract.ts'

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(booksContract.readBooks, { signal }),
})
