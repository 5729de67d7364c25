import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '#accounts/identity/ui/use-user.ts'
import { ConnectedAccount, useArrival } from '#accounts/onboarding/ui/connected-account.tsx'
import { onboardingQuery } from '#accounts/onboarding/ui/queries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { takesCards } from '#web/kit/browser/load-provider-script.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { plans } from '../catalogue.ts'
import { billingContract, type Subscription } from '../contract.ts'
import { CardDialog } from './card-dialog.tsx'
import { CardPanel } from './card-panel.tsx'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { NotSubscribed, planCardQuery, subscriptionsQuery } from './queries.ts'
import { useGoOn } from './use-go-on.ts'
import { usePayPlan } from './use-plan-actions.ts'

export function BillingPage() {
  const onboarding = useQuery(onboardingQuery)
  const isConnected = onboarding.data?.status === 'completed'
  // What is to be done comes first, and so does what somebody has just done.
  const hasArrived = useArrival() !== null
  const isFirst = hasArrived || !isConnected
  const account =
    onboarding.data !== undefined ? (
      <ConnectedAccount status={onboarding.data} />
    ) : onboarding.isPending ? (
      <Skeleton blocks={['h-72']} />
    ) : (
      <ErrorState
        error={onboarding.error}
        isRetrying={onboarding.isFetching}
        onRetry={() => void onboarding.refetch()}
      />
    )
  return (
    <Page title="Billing" lead="How your money reaches you, and what Tillform costs you.">
      <div className="grid gap-8">
        {isFirst && account}
        <Plan />
        {!isFirst && account}
      </div>
    </Page>
  )
}

/** The plan as soon as it is known; an account without one is asked for again, and says so. */
function Plan() {
  const { data, error, failureReason, isFetching, isSuccess, refetch } = useQuery(subscriptionsQuery)
  // Not by what was known before the last answer.
  useGoOn(isSuccess && !isFetching)
  if (data !== undefined) return <PlanSections subscription={data.first} />
  if (error !== null) {
    return <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      {failureReason instanceof NotSubscribed && <Notice tone="warning">{failureReason.message}</Notice>}
      <Skeleton blocks={['h-44', 'h-80']} />
    </>
  )
}

type PlanName = Subscription['plan']

function PlanSections({ subscription }: { readonly subscription: Subscription }) {
  const user = useUser()
  const mayCall = useMayCall()
  const maySeeCard = mayCall(billingContract.readPlanCard)
  const card = useQuery({ ...planCardQuery, enabled: maySeeCard })
  const pay = usePayPlan()
  const { chosen, isCardOpen, choose, openCard, close } = useOpenDialog()
  const isUnpaid = subscription.status === 'past_due' || subscription.status === 'incomplete'
  return (
    <>
      <PlanPanel
        subscription={subscription}
        card={card.data?.card}
        credit={card.data?.credit ?? null}
        onCard={openCard}
      />
      <PlanCards current={subscription} isPartner={user?.role === 'Partner'} onChoose={choose} />
      {maySeeCard && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <CardPanel onReplace={openCard} />
          <InvoicesPanel />
        </div>
      )}
      <ChangePlanDialog plan={chosen} current={subscription} email={user?.email ?? ''} onClose={close} />
      <CardDialog isOpen={isCardOpen} onClose={close} onSaved={() => isUnpaid && pay.mutate()} />
    </>
  )
}

/**
 * Which dialog is open. Both may take a card, which only a document that was loaded as this very page may: from within
 * the app the page is loaded afresh, with the wanted dialog in its address.
 */
function useOpenDialog() {
  const [parameters, setParameters] = useSearchParams()
  const [opened, setOpened] = useState<string | null>(null)
  const wanted = opened ?? parameters.get('open')
  const open = (what: string) => {
    if (takesCards('/billing')) setOpened(what)
    else window.location.assign(`/billing?open=${what}`)
  }
  return {
    chosen: plans.find((plan): plan is PlanName => plan === wanted) ?? null,
    isCardOpen: wanted === 'card',
    choose: (plan: PlanName) => open(plan),
    openCard: () => open('card'),
    close: () => {
      setOpened(null)
      setParameters({}, { replace: true })
    },
  }
}
