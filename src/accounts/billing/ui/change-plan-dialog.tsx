import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { PlatformCard } from '#web/kit/layout/platform-card.tsx'
import { billingContract, type ChangePreview, type Subscription } from '../contract.ts'
import { billingMessages } from '../messages.ts'
import { livePlan } from '../subscription/plan-status.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { dayText, monthly, planName } from './plan-words.ts'
import { DisabledByPlanPreview } from './disabled-by-plan-preview.tsx'
import { messageOf, useChangePlan } from './use-plan-actions.ts'

type Props = {
  readonly plan: Subscription['plan'] | null
  readonly current: Subscription
  readonly email: string
  readonly onClose: () => void
}

/** Asks the seller to confirm a plan change, with its exact cost now and later. */
export function ChangePlanDialog({ plan, current, email, onClose }: Props) {
  return (
    <Dialog
      isOpen={plan !== null}
      onClose={onClose}
      title={plan === null ? '' : titleOf(plan, current)}
      description={t('What you pay today and each month after that.')}
    >
      {plan !== null && <Change plan={plan} current={current} email={email} onClose={onClose} />}
    </Dialog>
  )
}

function titleOf(chosen: Subscription['plan'], current: Subscription): string {
  const plan = planName(chosen)
  return livePlan(current) === null ? t('Choose {plan}', { plan }) : t('Change to {plan}', { plan })
}

type ChangeProps = Omit<Props, 'plan'> & { readonly plan: Subscription['plan'] }

function Change({ plan, current, email, onClose }: ChangeProps) {
  const preview = useQuery({
    queryKey: ['plan-preview', current.id, plan],
    queryFn: ({ signal }) =>
      call(billingContract.previewPlanChange, { body: { plan, currentSubscriptionId: current.id }, signal }),
    staleTime: 5 * 60_000,
    gcTime: 0,
    retry: false,
  })
  const card = useRef<CardHandle>(null)
  const { mutate, isPending, error } = useChangePlan(onClose)
  const { data } = preview
  if (data === undefined) {
    return <NotLoaded query={preview} blocks={['h-28', 'h-11']} />
  }
  const isOutdated = error instanceof ApiError && error.code === 'preview_outdated'
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ plan, current, email, shown: data, card: data.isCardNeeded ? card.current : null })
      }}
    >
      <Cost preview={data} />
      <DisabledByPlanPreview plan={planName(plan)} forms={data.resting} coupons={data.restingCoupons} />
      {data.isCardNeeded && <PlatformCard ref={card} error={null} isDisabled={isPending} />}
      {error !== null && (
        <Notice tone={isOutdated ? 'warning' : 'danger'}>
          {messageOf(error, billingMessages.changeFailed())}
        </Notice>
      )}
      <DialogActions
        label={
          data.total > 0
            ? t('Pay {amount}', { amount: formatAmount(data.total, data.currency) })
            : t('Confirm change')
        }
        isBusy={isPending || preview.isFetching}
        onCancel={onClose}
      />
    </form>
  )
}

function Cost({ preview }: { readonly preview: ChangePreview }) {
  const { total, credit, currency, nextTotal, nextAt, lines } = preview
  const zone = useZone()
  return (
    <dl className="grid gap-2 rounded-2xl bg-sunken p-4">
      {lines.length > 1 &&
        lines.map((line) => (
          <div key={line.description} className="flex justify-between gap-4 text-sm text-muted">
            <dt>{line.description}</dt>
            <dd translate="no" className="whitespace-nowrap">
              {formatAmount(line.total, currency)}
            </dd>
          </div>
        ))}
      <div className="flex justify-between gap-4 text-lg font-semibold">
        <dt>{t('Today')}</dt>
        <dd>{total === 0 ? t('Nothing') : formatAmount(total, currency)}</dd>
      </div>
      {credit > 0 && (
        <div className="flex justify-between gap-4">
          <dt>{t('Credit for your next invoices')}</dt>
          <dd translate="no">{formatAmount(credit, currency)}</dd>
        </div>
      )}
      <div className="flex justify-between gap-4">
        <dt>{t('From {day}', { day: dayText(nextAt, zone) })}</dt>
        <dd className="text-right">{monthly(nextTotal, currency)}</dd>
      </div>
    </dl>
  )
}
