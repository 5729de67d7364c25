import { Link } from 'react-router'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { bumpsContract } from '#selling/products/bumps/contract.ts'
import { OrderBumpsSection } from './order-bumps-section.tsx'
import { offersContract } from '#selling/products/offers/contract.ts'
import { OffersSection } from './offers-section.tsx'
import { taxesContract } from '#selling/taxes/contract.ts'
import { TaxSection } from './tax-section.tsx'
import { TimersSection } from '../timers/timers-section.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { DisabledByPlanSection } from '../pausing/disabled-by-plan-section.tsx'

/**
 * What a form can have beyond its price, where the plan has it; of what one may not see nothing is to be chosen. What the
 * `stored` form has from a larger plan is shown as kept.
 */
export function ExtrasSections({ stored }: { readonly stored: Form | null }) {
  const state = useSellerState(true)
  const mayCall = useMayCall()
  const maySeeBumps = mayCall(bumpsContract.listBumps)
  if (state !== undefined && reasonsAgainst('extras', state).length > 0) {
    return (
      <>
        {stored !== null && <DisabledByPlanSection stored={stored} />}
        <Notice tone="info">
          Order bumps, one-time offers, taxes and timers come with a larger plan.{' '}
          <Link to="/billing" className="font-medium text-brand underline">
            See the plans
          </Link>
        </Notice>
      </>
    )
  }
  return (
    <>
      {maySeeBumps && <OrderBumpsSection />}
      {maySeeBumps && mayCall(offersContract.listOffers) && <OffersSection />}
      {mayCall(taxesContract.listTaxes) && <TaxSection />}
      <TimersSection />
    </>
  )
}
