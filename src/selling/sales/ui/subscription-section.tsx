import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { msg, say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { subscriptionsContract, type SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { eachPaymentText } from '#payments/subscriptions/reduced-text.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import type { SaleDetail } from '../contract.ts'
import { cancelReasonLabels } from './cancel-reasons.ts'
import { Fact } from './fact.tsx'
import { PauseButtons, PauseFact } from './pause-subscription.tsx'
import { UnpaidRenewal } from './unpaid-renewal.tsx'

/** `owed` means that the unpaid balance of an ended plan is written off. */
type Ending = 'period_end' | 'now' | 'owed'

/** The subscription that an order started, with its status and the ways to end it. */
export function SubscriptionSection({ sale }: { readonly sale: SaleDetail }) {
  const [asked, setAsked] = useState<Ending | null>(null)
  const mayEnd = useMayCall()(subscriptionsContract.cancelSaleSubscription)
  const { subscription } = sale
  if (subscription === null) return null
  const isOver = subscription.status === 'canceled'
  return (
    <section aria-labelledby="subscription" className="panel p-5 sm:p-7">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="subscription" className="text-xl font-semibold">
          {t('Subscription')}
        </h2>
        <StandingBadge subscription={subscription} />
      </div>
      <dl className="mt-5 grid gap-5 sm:grid-cols-2">
        <Fact name={t('Each payment')}>
          {eachPaymentText(presentOf(subscription), (minor) => formatAmount(minor, subscription.currency))}
        </Fact>
        <Fact name={t('Payments')}>{paymentsText(subscription)}</Fact>
        {subscription.nextChargeAt !== null && (
          <Fact name={t('Next payment')}>
            <When at={subscription.nextChargeAt} />
          </Fact>
        )}
        {subscription.card !== null && (
          <Fact name={isOver ? t('Last card') : t('Charged to')}>
            {t('{card} (updated by the buyer)', { card: subscription.card })}
          </Fact>
        )}
        <PriceChange subscription={subscription} />
        <PauseFact subscription={subscription} />
        <ReasonFact subscription={subscription} />
        {subscription.endsAt !== null && (
          <Fact name={isOver ? t('Ended') : t('Ends')}>
            <When at={subscription.endsAt} />
          </Fact>
        )}
      </dl>
      <UnpaidRenewal sale={sale} />
      {isOver && subscription.needsCard && mayEnd && (
        <div className="mt-6">
          <Button variant="secondary" onClick={() => setAsked('owed')}>
            {t('Write off balance')}
          </Button>
        </div>
      )}
      {!isOver && mayEnd && (
        <div className="mt-6 flex flex-wrap gap-3">
          {subscription.canCancel && !subscription.needsCard && (
            <Button variant="secondary" onClick={() => setAsked('period_end')}>
              {t('Cancel at period end')}
            </Button>
          )}
          <PauseButtons saleId={sale.id} subscription={subscription} />
          <Button variant="secondary" onClick={() => setAsked('now')}>
            {t('End subscription now')}
          </Button>
        </div>
      )}
      <EndDialog sale={sale} asked={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

/** Shows the subscription at its previous price until a price change takes effect. */
function presentOf(subscription: SubscriptionWire): SubscriptionWire {
  const { priceChange } = subscription
  return priceChange === null ? subscription : { ...subscription, total: priceChange.former.total }
}

/** The price the buyer is switching to, and when it starts. */
function PriceChange({ subscription }: { readonly subscription: SubscriptionWire }) {
  const { priceChange, currency } = subscription
  if (priceChange === null) return null
  const { title, total, from } = priceChange
  const amount = <Own>{formatAmount(total, currency)}</Own>
  const cycle = cycleText(subscription)
  return (
    <Fact name={t('Switching to')}>
      {from === null
        ? rich('{title}, {amount} {cycle}', { title, amount, cycle })
        : rich('{title}, {amount} {cycle}, from {time}', { title, amount, cycle, time: <When at={from} /> })}
    </Fact>
  )
}

/** Why the buyer canceled, in their own words. */
function ReasonFact({ subscription: { left } }: { readonly subscription: SubscriptionWire }) {
  if (left === null) return null
  const reason = say(cancelReasonLabels[left.reason])
  return (
    <Fact name={t('Reason for canceling')}>
      {left.note === null ? reason : rich('{reason}: “{note}”', { reason, note: <Own>{left.note}</Own> })}
    </Fact>
  )
}

function StandingBadge({ subscription }: { readonly subscription: SubscriptionWire }) {
  const { tone, label } = standingOf(subscription)
  return <Badge tone={tone}>{label}</Badge>
}

function standingOf(subscription: SubscriptionWire): { readonly tone: Tone; readonly label: string } {
  const { status, needsCard, nextChargeAt, payoffState, pause } = subscription
  if (status === 'canceled' && payoffState === 'paid') return { tone: 'success', label: t('Paid off early') }
  if (status === 'canceled')
    return needsCard ? { tone: 'danger', label: t('Ended (unpaid)') } : { tone: 'neutral', label: t('Ended') }
  if (needsCard) return { tone: 'danger', label: t('Payment declined') }
  if (status === 'trialing' && nextChargeAt !== null) return { tone: 'success', label: t('Trial') }
  if (pause !== null) return { tone: 'warning', label: t('Paused') }
  return nextChargeAt === null
    ? { tone: 'warning', label: t('Ending') }
    : { tone: 'success', label: t('Active') }
}

function paymentsText({ paidCycles, cancelAfter }: SubscriptionWire): string {
  return cancelAfter === 0
    ? t('{paidCycles, plural, other {# paid}}', { paidCycles })
    : t('{paidCycles} of {cancelAfter}', { paidCycles, cancelAfter })
}

const questions = {
  period_end: {
    title: msg('Cancel subscription'),
    note: msg(
      'The buyer keeps access until the end of the period. No further charges, and they cannot resume.',
    ),
    confirm: msg('Cancel subscription'),
  },
  now: {
    title: msg('End subscription now'),
    note: msg('It ends right away with no further charges. Past payments are not refunded.'),
    confirm: msg('End subscription now'),
  },
  owed: {
    title: msg('Write off balance'),
    note: msg('We stop asking the buyer to pay and will not charge their card. This cannot be undone.'),
    confirm: msg('Write off'),
  },
} as const

type DialogProps = {
  readonly sale: SaleDetail
  readonly asked: Ending | null
  readonly onClose: () => void
}

function EndDialog({ sale, asked, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const { title, note, confirm } = questions[asked ?? 'period_end']
  const { mutate, isPending } = useWrite({
    mutationFn: (at: Ending) =>
      call(subscriptionsContract.cancelSaleSubscription, {
        params: { id: sale.id },
        body: { at: at === 'owed' ? 'now' : at },
      }),
    onSuccess: ({ status }, at) => {
      toast.success(
        at === 'owed'
          ? t('Balance written off')
          : status === 'canceled'
            ? t('Subscription ended')
            : t('Subscription canceled'),
      )
      onClose()
    },
    onError: (error) =>
      toast.error(errorMessage(error, t('The server did not respond. Try again: it is safe to repeat.'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sales'] }),
  })
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={say(title)}
      question={say(note)}
      confirmLabel={say(confirm)}
      cancelLabel={t('Keep it')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => asked !== null && mutate(asked)}
      onCancel={onClose}
    />
  )
}
