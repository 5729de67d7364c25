import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { SellerState } from '#billing/gates.ts'
import { onboardingQuery } from '#onboarding/ui/queries.ts'

/**
 * What the gates look at. Where it `decides`, a state that still blocks is asked for afresh each time, because the
 * seller may have completed it elsewhere a moment ago; a completed one is trusted (the navigation renews it, and the
 * API has the last word).
 */
export async function loadSellerState(
  queryClient: QueryClient,
  { decides }: { readonly decides: boolean },
): Promise<SellerState> {
  const known = queryClient.getQueryData(onboardingQuery.queryKey)
  const { status } =
    known?.status === 'completed'
      ? known
      : await queryClient.query(decides ? { ...onboardingQuery, staleTime: 0 } : onboardingQuery)
  return { onboarding: status, plan: null }
}

/** The state as it is known now; undefined while it is not. */
export function useSellerState(isSignedIn: boolean): SellerState | undefined {
  const { data } = useQuery({ ...onboardingQuery, enabled: isSignedIn })
  return data && { onboarding: data.status, plan: null }
}
