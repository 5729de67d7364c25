import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { quartersContract } from '../contract.ts'

export const quarterQuery = (quarter: string, checkAbove: string) =>
  queryOptions({
    queryKey: ['taxes', 'quarter', quarter, checkAbove],
    queryFn: ({ signal }) =>
      call(quartersContract.readTaxQuarter, { query: { quarter, checkAbove }, signal }),
  })
