import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { withdrawalsContract, type RefundPreview, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { dayText } from '#foundation/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { DialogActions } from '#web/kit/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { useWrite } from '#web/kit/use-write.ts'

type Props = {
  readonly withdrawal: WithdrawalWire
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows to the cent what goes back, payment by payment, before it does. */
export function RefundDialog({ withdrawal, isOpen, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Refund this withdrawal?"
      description="The money goes back the way it was paid."
    >
      <RefundForm id={withdrawal.id} onClose={onClose} />
    </Dialog>
  )
}

function RefundForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const preview = useQuery({
    queryKey: ['withdrawals', 'refund', id],
    queryFn: ({ signal }) => call(withdrawalsContract.previewRefund, { params: { id }, signal }),
    // What was charged since the last look is in it.
    staleTime: 0,
  })
  const { refund, isPending } = useRefund(id, onClose)
  if (preview.isPending) return <Skeleton label="Adding up what goes back" blocks={['h-24']} />
  if (preview.isError) {
    return (
      <p role="alert">
        {errorMessage(preview.error, 'The amount could not be read. Close this and try again.')}
      </p>
    )
  }
  const { parts } = preview.data
  if (parts.length === 0)
    return <p>Nothing is left to give back. You can close the withdrawal by refusing it.</p>
  return (
    <form
      noValidate
      aria-label="Refund"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        refund()
      }}
    >
      <Sum preview={preview.data} />
      <DialogActions label={`Refund ${totalOf(parts)}`} isBusy={isPending} onCancel={onClose} />
    </form>
  )
}

const kinds = { order: 'Order', offer: 'Added offer', renewal: 'Renewal' } as const

function Sum({ preview: { parts, endsSubscription } }: { readonly preview: RefundPreview }) {
  return (
    <>
      <ul className="grid gap-2">
        {parts.map(({ title, kind, paidAt, amount, currency }, index) => (
          // Nothing else tells two renewals of one day apart, and the list never changes its order.
          <li key={index} className="flex items-baseline justify-between gap-4">
            <span className="grid min-w-0 wrap-anywhere">
              {title}
              <span className="text-sm text-muted">{`${kinds[kind]}, ${dayText(Date.parse(paidAt))}`}</span>
            </span>
            <span className="tabular-nums">{formatAmount(amount, currency)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <span>Goes back</span>
          <span className="tabular-nums">{totalOf(parts)}</span>
        </li>
      </ul>
      {endsSubscription && <p>The subscription ends at once, and nothing more is charged.</p>}
    </>
  )
}

/** By currency, since a statement may name purchases in several. */
function totalOf(parts: RefundPreview['parts']): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, sum]) => formatAmount(sum, currency)).join(' + ')
}

const noAnswer = 'The server did not respond. Press again: nothing will be refunded twice.'

function useRefund(id: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(withdrawalsContract.refundWithdrawal, { params: { id } }),
    onSuccess: ({ outcome }) => {
      if (outcome === 'refunded') toast.success('Refunded')
      else toast.error('The refund was not made yet')
    },
    onError: (error) => {
      toast.error(errorMessage(error, noAnswer))
    },
    onSettled: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['sales'] })
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
  })
  return { refund: () => mutate(), isPending }
}
