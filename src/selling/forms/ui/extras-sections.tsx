import { Link } from 'react-router'
import { reasonsAgainst } from '#accounts/billing/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { bumpsContract } from '#selling/products/bumps/contract.ts'
import { offersContract } from '#selling/products/offers/contract.ts'
import { taxesContract } from '#selling/taxes/contract.ts'
import { Notice } from '#web/kit/notice.tsx'
import { OffersSection } from './offers-section.tsx'
import { OrderBumpsSection } from './order-bumps-section.tsx'
import { TaxSection } from './tax-section.tsx'
import { TimersSection } from './timers-section.tsx'

/** What a form can have beyond its price, where the plan has it; of what one may not see nothing is to be chosen. */
export function ExtrasSections() {
  const state = useSellerState(true)
  const mayCall = useMayCall()
  const maySeeBumps = mayCall(bumpsContract.listBumps)
  if (state !== undefined && reasonsAgainst('bumps', state).length > 0) {
    return (
      <Notice tone="info">
        Order bumps, one-time offers, taxes and timers come with a larger plan.{' '}
        <Link to="/billing" className="font-medium text-brand underline">
          See the plans
        </Link>
      </Notice>
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
