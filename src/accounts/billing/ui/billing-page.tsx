import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { toast } from 'sonner'
import { CreditCard } from 'lucide-react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { useUser } from '#accounts/identity/ui/session.ts'
import { useArrival } from '#accounts/onboarding/ui/arrival.ts'
import { ConnectedAccount } from '#accounts/onboarding/ui/connected-account.tsx'
import { onboardingQuery } from '#accounts/onboarding/ui/queries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { takesCards } from '#web/kit/browser/load-provider-script.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { PlatformCard } from '#web/kit/layout/platform-card.tsx'
import { billingMessages } from '#accounts/billing/messages.ts'
import { brandName } from '#foundation/text/card-words.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { plans } from '../catalogue.ts'
import { billingContract, type Subscription } from '../contract.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { NotSubscribed, planCardQuery, subscriptionsQuery } from './queries.ts'
import { messageOf, usePayPlan, useSaveCard } from './use-plan-actions.ts'

export function BillingPage() {
  const onboarding = useQuery(onboardingQuery)
  const isConnected = onboarding.data?.status === 'completed'
  // Open tasks come first, along with the step that the seller has just finished.
  const hasArrived = useArrival() !== null
  const isFirst = hasArrived || !isConnected
  const account =
    onboarding.data !== undefined ? (
      <ConnectedAccount status={onboarding.data} />
    ) : (
      <NotLoaded query={onboarding} blocks={['h-72']} />
    )
  return (
    <Page title={t('Billing')} lead={t('Your payouts, plan and invoices.')}>
      <div className="grid gap-8">
        {isFirst && account}
        <Plan />
        {!isFirst && account}
      </div>
    </Page>
  )
}

/** Shows the plan. For an account without one, it retries and says so. */
function Plan() {
  const { data, error, failureReason, isFetching, isSuccess, refetch } = useQuery(subscriptionsQuery)
  // Only the latest response counts.
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
 * The open dialog. Dialogs with a card field work only in a document that was loaded at this page, so opening one from
 * elsewhere in the app reloads the page, with the dialog in its URL.
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

const arrival = z.object({ wanted: z.string() })

/** Redirects sellers who were sent here for lack of a subscription back to the page they wanted. */
function useGoOn(isSubscribed: boolean): void {
  const navigate = useNavigate()
  const wanted = arrival.safeParse(useLocation().state).data?.wanted
  useEffect(() => {
    if (isSubscribed && wanted !== undefined) void navigate(wanted, { replace: true })
  }, [isSubscribed, wanted, navigate])
}

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly onSaved: () => void }

/** Replaces the card that pays for the plan. */
function CardDialog({ isOpen, onClose, onSaved }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Your card')}
      description={t('We will charge this card from now on and remove the old one.')}
    >
      {isOpen && <CardForm onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

function CardForm({ onClose, onSaved }: Omit<Props, 'isOpen'>) {
  const card = useRef<CardHandle>(null)
  const { mutate, isPending, error, reset } = useSaveCard(() => {
    toast.success(t('Your card is saved'))
    onClose()
    onSaved()
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (card.current !== null) mutate(card.current)
      }}
    >
      <PlatformCard ref={card} error={null} isDisabled={isPending} onChange={reset} />
      {error !== null && <Notice tone="danger">{messageOf(error, billingMessages.cardFailed())}</Notice>}
      <DialogActions label={t('Save card')} isBusy={isPending} onCancel={onClose} />
    </form>
  )
}

/** The card that pays for the plan. */
function CardPanel({ onReplace }: { readonly onReplace: () => void }) {
  const query = useQuery(planCardQuery)
  const { data } = query
  const mayReplace = useMayCall()(billingContract.keepPlanCard)
  return (
    <section aria-labelledby="card-on-file" className="panel p-6">
      <h2 id="card-on-file" className="text-lg font-semibold">
        {t('Card on file')}
      </h2>
      <div className="mt-4">
        {data === undefined ? (
          <NotLoaded query={query} blocks={['h-11']} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <CreditCard aria-hidden className="size-7 shrink-0 text-brand" />
            <p className="min-w-0 flex-1 basis-40">
              {data.card === null ? (
                <span className="text-muted">{t('No card yet.')}</span>
              ) : (
                <>
                  {rich('{brand} ending in {digits}', {
                    brand: <span className="font-medium">{brandName(data.card.brand)}</span>,
                    digits: data.card.last4,
                  })}
                  <span className="block text-sm text-muted">
                    {t('Expires {month}', {
                      month: `${String(data.card.expMonth).padStart(2, '0')}/${data.card.expYear}`,
                    })}
                  </span>
                </>
              )}
            </p>
            {mayReplace && (
              <Button variant="secondary" onClick={onReplace}>
                {data.card === null ? t('Add a card') : t('Replace card')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
