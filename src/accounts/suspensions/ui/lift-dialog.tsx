import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { suspensionsContract } from '../contract.ts'

type Props = {
  readonly seller: { readonly id: string; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onLifted: () => Promise<void>
}

export function LiftDialog({ seller: { id, name }, isOpen, onClose, onLifted }: Props) {
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(suspensionsContract.liftSuspension, { params: { id } }),
    onSuccess: async () => {
      toast.success('Suspension lifted')
      await onLifted()
    },
    onError: (error) => toast.error(errorMessage(error, 'The suspension could not be lifted')),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Lift the suspension of ${name}?`}
      question="Its forms can be paid again at once, and the seller is told by email."
      confirmLabel="Lift suspension"
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
