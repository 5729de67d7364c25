import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { savedViewsContract, type SavedView } from '../contract.ts'
import { savedViewsQuery } from './queries.ts'
import { ViewForm } from './view-form.tsx'

type Props = { readonly view: SavedView; readonly onClose: () => void }

export function ChangeViewDialog({ view: { id, name, isShared }, onClose }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(savedViewsContract.deleteView, { params: { id } }),
    onSuccess: async (deleted) => {
      toast.success(deleteMessages.deleted(deleted.name))
      onClose()
      await refresh()
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
  return (
    <>
      <ViewForm
        title="Change the view"
        initial={{ name, isShared }}
        submitLabel="Save"
        onClose={onClose}
        onSave={async (body) => {
          await call(savedViewsContract.changeView, { params: { id }, body })
          await refresh()
        }}
      >
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden className="size-4.5" />
          Delete this view
        </Button>
      </ViewForm>
      <DeleteDialog
        question={isAsking ? deleteMessages.question(name) : null}
        isBusy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate()}
      />
    </>
  )
}
