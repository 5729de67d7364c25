import { useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Textarea } from '#web/kit/form/text-input.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { reconciliationContract } from '../contract.ts'
import { reconciliationQuery } from './queries.ts'

type Props = { readonly id: string; readonly title: string; readonly onClose: () => void }

export function SettleDialog({ id, title, onClose }: Props) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => call(reconciliationContract.settleDifference, { params: { id }, body: { note } }),
    onSuccess: async () => {
      toast.success(t('Resolved'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey })
    },
    onError: (failure) => toast.error(errorMessage(failure, t('The difference could not be resolved'))),
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    mutate()
  }
  return (
    <TypingDialog
      isOpen
      hasTyped={note !== ''}
      onClose={onClose}
      title={t('Resolve this difference')}
      description={title}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Textarea
          label={t('What was done')}
          required
          maxLength={2_000}
          value={note}
          error={error instanceof ApiError ? error.errors['note'] : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        <DialogActions label={t('Resolve')} isBusy={isPending} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}
