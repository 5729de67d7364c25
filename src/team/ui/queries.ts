import { queryOptions } from '@tanstack/react-query'
import { call } from '#shell/session.ts'
import { teamContract } from '#team/contract.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => call(teamContract.readTeam, { signal }),
})
