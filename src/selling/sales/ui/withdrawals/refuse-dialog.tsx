import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusalCodes, refusals } from '#buying/withdrawal/texts.ts'
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
  no_purchase: 'No purchase fits',
  too_late: 'It came too late',
  no_right: 'No law gives a right to withdraw',
  excluded: 'The law excludes this purchase',
  right_lost: 'The right was given up',
  not_consumer: 'Bought for a business',
  already_returned: 'The money was returned already',
  subscription_ends: 'The subscription ends, or has ended',
} as const satisfies Record<(typeof refusalCodes)[number], string>

/** Nothing is refunded by a cancellation, so nothing but its subject can be missing. */
function reasonsFor({ kind }: WithdrawalWire) {
  const ofCancellation = ['no_purchase', 'subscription_ends']
  return refusalCodes.filter((code) =>
    kind === 'cancellation' ? ofCancellation.includes(code) : code !== 'subscription_ends',
  )
}

function likelyReason(withdrawal: WithdrawalWire): (typeof refusalCodes)[number] {
  const { kind, saleId, isLate, lacksLaw, waitsBecause } = withdrawal
  if (saleId === null || kind === 'cancellation') return 'no_purchase'
  if (isClosing(withdrawal)) return 'already_returned'
  if (waitsBecause === 'opened') return 'right_lost'
  if (lacksLaw) return 'no_right'
  return isLate || waitsBecause !== null ? 'too_late' : 'excluded'
}

/** Asks why a statement is refused; the buyer is told what is chosen. */
export function RefuseDialog({ withdrawal, isOpen, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isClosing(withdrawal) ? `Close the ${withdrawal.kind}` : 'Refuse the withdrawal'}
      description={`${withdrawal.name} is told your reason by email.${isClosing(withdrawal) ? '' : ' Refuse only what the law lets you refuse.'}`}
    >
      <RefuseForm withdrawal={withdrawal} onClose={onClose} />
    </Dialog>
  )
}

/** There is nothing to give back, or nothing is known to be. */
export function isClosing({ saleId, kind, fits, isConfirmed }: WithdrawalWire): boolean {
  const isUnpaid = fits === 'number_and_email' && !isConfirmed
  return saleId === null || kind === 'cancellation' || isUnpaid
}

function RefuseForm({ withdrawal, onClose }: Omit<Props, 'isOpen'>) {
  const { id } = withdrawal
  const queryClient = useQueryClient()
  const [reason, setReason] = useState(likelyReason(withdrawal))
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(withdrawalsContract.refuseWithdrawal, { params: { id }, body: { refusedFor: reason } }),
    onSuccess: async () => {
      toast.success('The buyer is told')
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
    onError: (error) => {
      toast.error(errorMessage(error, 'The server did not respond. Try again.'))
    },
  })
  return (
    <form
      noValidate
      aria-label="Refuse"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Select
        label="Reason"
        required
        value={reason}
        hint={`The buyer reads: “${refusals[reason]}”`}
        options={reasonsFor(withdrawal).map((value) => ({ value, label: labels[value] }))}
        onChange={(event) => {
          const chosen = refusalCodes.find((code) => code === event.target.value)
          if (chosen !== undefined) setReason(chosen)
        }}
      />
      <DialogActions
        label={isClosing(withdrawal) ? 'Close it' : 'Refuse'}
        isBusy={isPending}
        onCancel={onClose}
      />
    </form>
  )
}
