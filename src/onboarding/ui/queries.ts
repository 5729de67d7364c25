import { queryOptions } from '@tanstack/react-query'
import { onboardingContract } from '#onboarding/contract.ts'
import { call } from '#shell/session.ts'

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => call(onboardingContract.checkAccountBoarding, { signal }),
  staleTime: 60_000,
})
