import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { teamContract } from '../contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call(teamContract.readTeam, { signal }),
})
