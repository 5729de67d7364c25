import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { shopContract } from '../contract.ts'

export const shopQuery = queryOptions({
  queryKey: ['seller', 'shop'],
  queryFn: ({ signal }) => call(shopContract.readShop, { signal }),
})
