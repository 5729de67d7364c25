import { zodResolver } from '@hookform/resolvers/zod'
import { useFormContext } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { Textarea } from '#web/kit/form/text-input.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { suspensionFields, suspensionsContract } from '../contract.ts'

type Props = {
  readonly seller: { readonly id: string; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSuspended: () => Promise<void>
}

type Values = z.input<typeof suspensionFields>

/** Asks for the reason for a suspension and explains its effects. */
export function SuspendDialog({ seller: { id, name }, isOpen, onClose, onSuspended }: Props) {
  return (
    <EditorDialog<Values, z.output<typeof suspensionFields>>
      isOpen={isOpen}
      onClose={onClose}
      title={t('Suspend {name}?', { name })}
      description={t(
        'Buyers can no longer purchase from this shop, and its pages say that it cannot take orders right now. Existing subscriptions keep renewing, and buyers keep their receipts and downloads. We email the seller, who can still sign in and issue refunds.',
      )}
      label={t('Suspend')}
      submitLabel={t('Suspend seller')}
      isDangerous
      initial={{ reason: '' }}
      resolver={zodResolver<Values, unknown, z.output<typeof suspensionFields>>(suspensionFields)}
      names={['reason']}
      failure={t('The seller could not be suspended')}
      onSave={async (body) => {
        await call(suspensionsContract.suspendSeller, { params: { id }, body })
        toast.success(t('Seller suspended'))
        await onSuspended()
        onClose()
        return null
      }}
    >
      <ReasonField />
    </EditorDialog>
  )
}

function ReasonField() {
  const { register, formState } = useFormContext<Values>()
  return (
    <Textarea
      label={t('Reason')}
      required
      maxLength={1_000}
      hint={t('The seller sees this exact text. Buyers do not.')}
      error={formState.errors.reason?.message}
      {...register('reason')}
    />
  )
}

type LiftProps = {
  readonly seller: { readonly id: string; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onLifted: () => Promise<void>
}

export function LiftDialog({ seller: { id, name }, isOpen, onClose, onLifted }: LiftProps) {
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(suspensionsContract.liftSuspension, { params: { id } }),
    onSuccess: async () => {
      toast.success(t('Suspension lifted'))
      await onLifted()
    },
    onError: (error) => toast.error(errorMessage(error, t('The suspension could not be lifted'))),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Lift the suspension of {name}?', { name })}
      question={t('The shop can sell again right away. We email the seller.')}
      confirmLabel={t('Lift suspension')}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
