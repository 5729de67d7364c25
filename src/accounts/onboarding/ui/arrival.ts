import { useSearchParams } from 'react-router'

const arrivals = ['return', 'update', 'refresh'] as const

/** How the seller came back from Stripe: for the first time, after an update, or with an expired link. */
export function useArrival(): (typeof arrivals)[number] | null {
  const [parameters] = useSearchParams()
  const came = parameters.get('onboarding')
  return arrivals.find((arrival) => arrival === came) ?? null
}
