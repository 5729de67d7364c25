import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { useUser } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { billingContract } from '../contract.ts'
import { subscriptionsQuery } from './queries.ts'

/**
 * Shows on every page that the shop's plan could not be charged, with a link to fix it. The linked page shows this
 * itself.
 */
export function PlanBanner() {
  const isSignedIn = useUser() !== null
  const { pathname } = useLocation()
  const { data } = useQuery({ ...subscriptionsQuery, enabled: isSignedIn })
  const mayPay = useMayCall()(billingContract.payPlan)
  if (!isSignedIn || data?.first.status !== 'past_due' || pathname === '/billing') return null
  const billing = (text: ReactNode) => (
    <Link to="/billing" className="inline-block min-h-6 font-medium underline underline-offset-4">
      {text}
    </Link>
  )
  return (
    <aside
      aria-label={t('Plan')}
      className="border-b border-line bg-danger-soft px-4 py-3 text-center text-pretty text-danger"
    >
      <p className="font-medium">{t('Your payment for the Tillform plan failed.')}</p>
      <p className="mt-1 text-sm">
        {mayPay
          ? rich(
              'Everything keeps working while we retry over the next few days. <billing>Replace your card or pay now</billing>',
              { billing },
            )
          : t(
              'Everything keeps working while we retry over the next few days. Ask a teammate with billing access to update the card.',
            )}
      </p>
    </aside>
  )
}
