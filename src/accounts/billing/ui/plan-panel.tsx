import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { billingContract, type PlanCard, type PlanCredit, type Subscription } from '../contract.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { creditText, dayText, describePlan, isOver, monthly, planName } from './plan-words.ts'
import { useCancelPlan, usePayPlan, useResumePlan } from './use-plan-actions.ts'

type Props = {
  readonly subscription: Subscription
  /** Null without a card on file, undefined until loaded. */
  readonly card: PlanCard | null | undefined
  /** Credit from earlier payments, or null if there is none or it is not loaded. */
  readonly credit: PlanCredit | null
  readonly onCard: () => void
}

/** Shows the current plan with its state, its end and the next step. */
export function PlanPanel({ subscription, card, credit, onCard }: Props) {
  const { id, plan, status, total, currency, cancelAtPeriodEnd, pendingPlan, endsWithRole } = subscription
  const [isAsking, setIsAsking] = useState(false)
  const zone = useZone()
  const cancel = useCancelPlan(() => setIsAsking(false))
  const resume = useResumePlan()
  const pay = usePayPlan()
  const { tone, label, text } = describePlan(
    subscription,
    card === undefined ? undefined : card !== null,
    zone,
  )
  const mayCall = useMayCall()
  const mayEnd = mayCall(cancelAtPeriodEnd ? billingContract.resumePlan : billingContract.cancelPlan)
  const hasStopped = isOver(subscription)
  const isOpen = status === 'past_due' || status === 'incomplete' || pendingPlan !== null
  return (
    <section aria-labelledby="your-plan" className="panel p-6 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="your-plan" className="text-2xl font-semibold">
          {planName(plan)}
        </h2>
        <Badge tone={tone}>{label}</Badge>
        {!hasStopped && <span className="ml-auto text-muted">{monthly(total, currency)}</span>}
      </div>
      <p className="mt-2 max-w-prose text-pretty text-muted">{text}</p>
      {credit !== null && <p className="mt-2 max-w-prose text-pretty">{creditText(subscription, credit)}</p>}
      {pendingPlan !== null && (
        <p className="mt-2 max-w-prose text-pretty text-warning">
          {t('Your change to {plan} is waiting for payment.', { plan: planName(pendingPlan) })}
        </p>
      )}
      {!hasStopped && (isOpen || !endsWithRole) && (
        <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
          {isOpen && card !== null && mayCall(billingContract.payPlan) && (
            <Button isBusy={pay.isPending} onClick={() => pay.mutate()}>
              {t('Pay now')}
            </Button>
          )}
          {card === null && total > 0 && mayCall(billingContract.keepPlanCard) && (
            <Button onClick={onCard}>{t('Add a card')}</Button>
          )}
          {endsWithRole || !mayEnd ? null : cancelAtPeriodEnd ? (
            <Button isBusy={resume.isPending} onClick={() => resume.mutate(id)}>
              {t('Resume plan')}
            </Button>
          ) : (
            <Button
              variant="ghost"
              className="text-muted first:-ml-4.5 tight:first:-ml-3"
              onClick={() => setIsAsking(true)}
            >
              {t('Cancel plan')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Cancel your plan?')}
        question={t(
          '{plan} stays active until {day}. After that, your forms stop accepting payments and only Billing and Settings stay open. You can resume it any time before then.',
          { plan: planName(plan), day: dayText(subscription.currentPeriodEnd, zone) },
        )}
        confirmLabel={t('Cancel plan')}
        cancelLabel={t('Keep plan')}
        isDangerous
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(id)}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
