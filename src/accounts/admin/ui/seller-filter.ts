import { z } from 'zod'
import { onboardingStates } from '#accounts/onboarding/contract.ts'
import { planFilters } from '../contract.ts'

/** The filters of the sellers list, read from its URL. Unknown values are ignored. */
const sellerFilter = z.object({
  plan: z.enum(planFilters).optional().catch(undefined),
  onboarding: z.enum(onboardingStates).optional().catch(undefined),
  suspended: z.enum(['true', 'false']).optional().catch(undefined),
})
export type SellerFilter = z.output<typeof sellerFilter>

export function readSellerFilter(parameters: URLSearchParams): SellerFilter {
  return sellerFilter.parse(Object.fromEntries(parameters))
}

/** The link to the sellers list with these filters. */
export function sellersPath(filter: { readonly [Name in keyof SellerFilter]: string }): string {
  const parameters = new URLSearchParams(filter)
  return `/admin/sellers?${parameters.toString()}`
}
