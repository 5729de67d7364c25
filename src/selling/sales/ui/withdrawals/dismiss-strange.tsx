import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { withdrawalsContract, type WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'

type Props = {
  readonly withdrawals: readonly WithdrawalWire[]
  /** When the list was read: what came since was not seen. */
  readonly readAt: number
}

/** Closes all statements that fit nothing at once, where there are several. */
export function DismissStrange({ withdrawals, readAt }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const mayCall = useMayCall()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: () =>
      call(withdrawalsContract.dismissWithdrawals, {
        body: { receivedUntil: new Date(readAt).toISOString() },
      }),
    onSuccess: async ({ dismissed }) => {
      toast.success(dismissed === 1 ? '1 statement closed' : `${dismissed} statements closed`)
      setIsOpen(false)
      await queryClient.invalidateQueries({ queryKey: ['withdrawals'] })
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
  const strange = withdrawals.filter(({ fits, outcome }) => fits === 'nothing' && outcome === 'open')
  if (strange.length < 2 || !mayCall(withdrawalsContract.dismissWithdrawals)) return null
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        Close all that fit no purchase
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Close all that fit no purchase"
        question={`Look first whether a buyer is among them who mistyped their number or email. All open statements that fit nothing are closed, on other pages of the list too. Whoever had a confirmation by email reads: “${refusals.no_purchase}”`}
        confirmLabel="Close them"
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsOpen(false)}
      />
    </>
  )
}
