import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'

export function NoAccountYet() {
  return (
    <EmptyState
      icon={<Landmark aria-hidden className="size-8" />}
      title="Connect your Stripe account"
      text="Buyers pay straight into an account of your own at Stripe. What it pays out to your bank appears here."
    >
      <Link to="/billing" className={buttonClass()}>
        Go to billing
      </Link>
    </EmptyState>
  )
}
