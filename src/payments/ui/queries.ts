import { queryOptions } from '@tanstack/react-query'
import { paymentsContract } from '#payments/contract.ts'
import { call } from '#shell/session.ts'

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(paymentsContract.readBooks, { signal }),
})
