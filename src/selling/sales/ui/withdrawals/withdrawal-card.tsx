import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { longDayText } from '#foundation/day-text.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { useWrite } from '#web/kit/use-write.ts'
import { When } from '#web/kit/when.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { explain, statusOf } from './withdrawal-words.ts'

/** A statement: who withdraws from what, until when the money must go back, and what the seller can do. */
export function WithdrawalCard({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const { name, email, reference, receivedAt, dueAt, saleId, title } = withdrawal
  const { tone, label } = statusOf(withdrawal)
  return (
    <li className="panel grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">“{reference}”</p>
      <p className="text-pretty text-muted">{explain(withdrawal)}</p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span>
          Received <When at={receivedAt} />
        </span>
        {dueAt !== null && (
          <strong className="font-semibold text-ink">
            {`Money back by ${longDayText(Date.parse(dueAt))}`}
          </strong>
        )}
        {saleId !== null && (
          <Link to={`/sales/${saleId}`} className="wrap-anywhere text-brand underline underline-offset-4">
            {title ?? 'See the sale'}
          </Link>
        )}
      </p>
      {dueAt !== null && <Decisions withdrawal={withdrawal} />}
    </li>
  )
}

type Step = 'resting' | 'refunding' | 'refusing'

function Decisions({ withdrawal }: { readonly withdrawal: WithdrawalWire }) {
  const [step, setStep] = useState<Step>('resting')
  const mayCall = useMayCall()
  const rest = () => setStep('resting')
  const { refund, isPending } = useRefund(withdrawal.id, rest)
  if (!mayCall(withdrawalsContract.refundWithdrawal)) return null
  const { saleId, isHeld, name, title } = withdrawal
  return (
    <div className="flex flex-wrap gap-3">
      {saleId !== null && !isHeld && (
        <Button aria-label={`Refund ${name}`} onClick={() => setStep('refunding')}>
          Refund
        </Button>
      )}
      <Button
        variant="secondary"
        aria-label={`${saleId === null ? 'Close' : 'Refuse'} the withdrawal of ${name}`}
        onClick={() => setStep('refusing')}
      >
        {saleId === null ? 'Close' : 'Refuse'}
      </Button>
      <ConfirmDialog
        isOpen={step === 'refunding'}
        title="Refund in full?"
        question={`All that was paid for “${title ?? ''}” goes back, with what was added to it. A subscription ends at once.`}
        confirmLabel="Refund"
        isDangerous
        isBusy={isPending}
        onConfirm={() => refund()}
        onCancel={rest}
      />
      <RefuseDialog withdrawal={withdrawal} isOpen={step === 'refusing'} onClose={rest} />
    </div>
  )
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
  return { refund: mutate, isPending }
}
