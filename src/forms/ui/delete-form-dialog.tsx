import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { formsContract, type FormCard } from '#forms/contract.ts'
import { formMessages } from '#forms/messages.ts'
import { deleteMessages } from '#shell/delete-messages.ts'
import { errorMessage } from '#shell/error-message.ts'
import { call } from '#shell/session.ts'
import { DeleteDialog } from '#shell/ui/delete-dialog.tsx'
import { formsKey } from './queries.ts'

type Props = {
  /** The form to ask about; null while nothing is asked. */
  readonly form: Pick<FormCard, 'id' | 'title'> | null
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

export function DeleteFormDialog({ form, onClose, onDeleted }: Props) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(formsContract.deleteForm, { params: { id } }),
    onSuccess: async ({ title }, id) => {
      toast.success(deleteMessages.deleted(title))
      onClose()
      onDeleted?.()
      queryClient.removeQueries({ queryKey: [...formsKey, 'one', id] })
      await queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'] })
    },
    onError: (error) => toast.error(errorMessage(error, formMessages.deleteFailed)),
  })
  return (
    <DeleteDialog
      question={form && deleteMessages.question(form.title)}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => {
        if (form !== null) mutate(form.id)
      }}
    />
  )
}
