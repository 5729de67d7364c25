import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { formsContract, type FormCard } from '#selling/forms/contract.ts'
import { formsKey } from '#selling/forms/ui/queries.ts'
import { formMessages } from '../messages.ts'

type Props = {
  /** The form to delete, or null while the dialog is closed. */
  readonly form: Pick<FormCard, 'id' | 'title'> | null
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

export function DeleteFormDialog({ form, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useWrite({
    mutationFn: (id: string) => call(formsContract.deleteForm, { params: { id } }),
    onSuccess: async ({ title }, id) => {
      toast.success(deleteMessages.deleted(title))
      onClose()
      onDeleted?.()
      queryClient.removeQueries({ queryKey: [...formsKey, 'one', id] })
      await queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'] })
    },
    onError: (error) => toast.error(errorMessage(error, formMessages.deleteFailed())),
  })
  return (
    <DeleteDialog
      question={form && deleteMessages.question(form.title)}
      note={t(
        'No one will be able to buy it. Active subscriptions keep renewing until they end, or until the buyer or you cancel them under Sales. Past sales are kept.',
      )}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => {
        if (form !== null) mutate(form.id)
      }}
    />
  )
}
