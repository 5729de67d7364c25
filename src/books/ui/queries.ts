import { queryOptions } from '@tanstack/react-query'
import { booksContract } from '#books/contract.ts'
import { call } from '#shell/session.ts'

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(booksContract.readBooks, { signal }),
})
