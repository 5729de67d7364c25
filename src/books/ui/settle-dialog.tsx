import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { ApiError } from '#http/client.ts'
import { booksContract } from '#books/contract.ts'
import { errorMessage } from '#shell/error-message.ts'
import { call } from '#shell/session.ts'
import { Button } from '#shell/ui/button.tsx'
import { Dialog } from '#shell/ui/dialog.tsx'
import { Textarea } from '#shell/ui/textarea.tsx'
import { booksQuery } from './queries.ts'

type Props = { readonly id: string; readonly title: string; readonly onClose: () => void }

export function SettleDialog({ id, title, onClose }: Props) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(booksContract.settleDifference, { params: { id }, body: { note } }),
    onSuccess: async () => {
      toast.success('Settled')
      onClose()
      await queryClient.invalidateQueries({ queryKey: booksQuery.queryKey })
    },
    onError: (failure) => toast.error(errorMessage(failure, 'The difference could not be settled')),
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title="Settle this difference" description={title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Textarea
          label="What was done"
          required
          maxLength={2_000}
          value={note}
          error={error instanceof ApiError ? error.errors['note'] : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isPending}>
            Settle
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
