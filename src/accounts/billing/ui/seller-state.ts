import { useQuery, type QueryClient } from '@tanstack/react-query'
import { onboardingQuery } from '#accounts/onboarding/ui/queries.ts'
import { isWorthRetrying } from '#web/kit/list/query-client.ts'
import type { SellerState } from '../gates/gates.ts'
import { livePlan } from '../subscription/plan-status.ts'
import { NotSubscribed, subscriptionsQuery } from './queries.ts'

/**
 * The seller's state, which decides what is open to them. With `decides`, a state that closes something is read again
 * each time, because the seller may have just changed it elsewhere. A state that closes nothing is trusted, because
 * navigation refreshes it and the API checks again. Throws `NotSubscribed` for an account without a subscription.
 */
export async function loadSellerState(
  queryClient: QueryClient,
  { decides }: { readonly decides: boolean },
): Promise<SellerState> {
  const [onboarding, plan] = await Promise.all([
    loadOnboarding(queryClient, decides),
    loadPlan(queryClient, decides),
  ])
  return { onboarding, plan }
}

async function loadOnboarding(
  queryClient: QueryClient,
  decides: boolean,
): Promise<SellerState['onboarding']> {
  const known = queryClient.getQueryData(onboardingQuery.queryKey)
  if (known?.status === 'completed') return known.status
  const { status } = await queryClient.query(decides ? { ...onboardingQuery, staleTime: 0 } : onboardingQuery)
  return status
}

async function loadPlan(queryClient: QueryClient, decides: boolean): Promise<string | null> {
  const known = queryClient.getQueryData(subscriptionsQuery.queryKey)
  const plan = known === undefined ? null : livePlan(known.first)
  if (plan !== null && plan.toLowerCase() !== 'basic') return plan
  const { first } = await orRefused(
    queryClient,
    queryClient.query({
      ...subscriptionsQuery,
      retry: (failures, error) => !(error instanceof NotSubscribed) && isWorthRetrying(failures, error),
      ...(decides ? { staleTime: 0 } : {}),
    }),
  )
  return livePlan(first)
}

/**
 * The response, or the first error about a missing subscription. A screen with the same query retries forever, so
 * waiting for that query would never end.
 */
async function orRefused<Answer>(queryClient: QueryClient, answer: Promise<Answer>): Promise<Answer> {
  let stop = (): void => undefined
  const refused = new Promise<never>((_, reject) => {
    const look = () => {
      const { fetchFailureReason: reason } = queryClient.getQueryState(subscriptionsQuery.queryKey) ?? {}
      if (reason instanceof NotSubscribed) reject(reason)
    }
    stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
  try {
    return await Promise.race([answer, refused])
  } finally {
    stop()
  }
}

/** The seller's state, or undefined until it is loaded. */
export function useSellerState(isSignedIn: boolean): SellerState | undefined {
  const { data: onboarding } = useQuery({ ...onboardingQuery, enabled: isSignedIn })
  const { data: billing } = useQuery({ ...subscriptionsQuery, enabled: isSignedIn })
  if (onboarding === undefined || billing === undefined) return undefined
  return { onboarding: onboarding.status, plan: livePlan(billing.first) }
}
