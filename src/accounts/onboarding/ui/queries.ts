import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { onboardingContract } from '../contract.ts'

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => call(onboardingContract.checkAccountBoarding, { signal }),
  staleTime: 60_000,
})
