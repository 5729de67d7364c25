import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { quartersContract } from '../contract.ts'

export const quarterQuery = (quarter: string) =>
  queryOptions({
    queryKey: ['taxes', 'quarter', quarter],
    queryFn: ({ signal }) => call(quartersContract.readTaxQuarter, { query: { quarter }, signal }),
  })
