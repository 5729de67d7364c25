import { Link } from 'react-router'
import { reasonsAgainst } from '#billing/gates.ts'
import { useSellerState } from '#billing/ui/seller-state.ts'
import { Notice } from '#shell/ui/notice.tsx'
import { OffersSection } from './offers-section.tsx'
import { OrderBumpsSection } from './order-bumps-section.tsx'
import { TaxSection } from './tax-section.tsx'
import { TimersSection } from './timers-section.tsx'

/** What a form can have beyond its price, where the plan has it. */
export function ExtrasSections() {
  const state = useSellerState(true)
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
      <OrderBumpsSection />
      <OffersSection />
      <TaxSection />
      <TimersSection />
    </>
  )
}
