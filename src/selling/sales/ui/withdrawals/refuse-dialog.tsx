import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusalCodes, refusals } from '#buying/withdrawal/texts.ts'
import { isClosing, likelyReason } from '#selling/sales/withdrawal-advice.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'

type Props = {
  readonly withdrawal: WithdrawalWire
  readonly isOpen: boolean
  readonly onClose: () => void
}

const labels = {
  no_purchase: msg('No matching purchase'),
  too_late: msg('Too late'),
  no_right: msg('No right of withdrawal applies'),
  excluded: msg('Excluded by law'),
  right_lost: msg('Right was waived'),
  not_consumer: msg('Bought for a business'),
  already_returned: msg('Already refunded'),
  subscription_ends: msg('The subscription is ending or has ended'),
} as const satisfies Record<(typeof refusalCodes)[number], Message>

/**
 * A cancellation refunds nothing, so the only reasons to decline it are that there is no such subscription or that it
 * has ended.
 */
function reasonsFor({ kind }: WithdrawalWire) {
  const ofCancellation = ['no_purchase', 'subscription_ends']
  return refusalCodes.filter((code) =>
    kind === 'cancellation' ? ofCancellation.includes(code) : code !== 'subscription_ends',
  )
}

/** Asks for the reason to decline a statement, which is sent to the buyer. */
export function RefuseDialog({ withdrawal, isOpen, onClose }: Props) {
  const { name } = withdrawal
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={titleOf(withdrawal)}
      description={
        isClosing(withdrawal)
          ? t('{name} will get your reason by email.', { name })
          : t('{name} will get your reason by email. Only decline if the law allows it.', { name })
      }
    >
      <RefuseForm withdrawal={withdrawal} onClose={onClose} />
    </Dialog>
  )
}

function titleOf(withdrawal: WithdrawalWire): string {
  if (!isClosing(withdrawal)) return t('Decline withdrawal')
  return withdrawal.kind === 'cancellation' ? t('Close cancellation') : t('Close withdrawal')
}

function RefuseForm({ withdrawal, onClose }: Omit<Props, 'isOpen'>) {
  const { id } = withdrawal
  const queryClient = useQueryClient()
  const [reason, setReason] = useState(likelyReason(withdrawal))
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(withdrawalsContract.refuseWithdrawal, { params: { id }, body: { refusedFor: reason } }),
    onSuccess: async () => {
      toast.success(t('Reason sent to the buyer'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('The server did not respond. Try again.')))
    },
  })
  return (
    <form
      noValidate
      aria-label={t('Decline')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Select
        label={t('Reason')}
        required
        value={reason}
        hint={t('The buyer will see: “{text}”', { text: say(refusals[reason]) })}
        options={reasonsFor(withdrawal).map((value) => ({ value, label: say(labels[value]) }))}
        onChange={(event) => {
          const chosen = refusalCodes.find((code) => code === event.target.value)
          if (chosen !== undefined) setReason(chosen)
        }}
      />
      <DialogActions
        label={isClosing(withdrawal) ? t('Close') : t('Decline')}
        isBusy={isPending}
        onCancel={onClose}
      />
    </form>
  )
}
