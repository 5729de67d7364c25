import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { errorMessage } from '../feedback/error-message.ts'
import { useWrite } from '../form/use-write.ts'
import { DeleteDialog, deleteMessages } from './confirm-dialog.tsx'

type Props = {
  /** The item to delete, or null while there is none. */
  readonly item: { readonly id: string; readonly title: string } | null
  /** The prefix of the keys of queries that are outdated after deleting. */
  readonly queryKey: QueryKey
  readonly readUse: (id: string) => Promise<{ readonly usedByForms: number }>
  readonly remove: (id: string) => Promise<{ readonly title: string }>
  readonly deletedText?: (title: string) => string
  readonly failure: string
  readonly onClose: () => void
}

/** Asks for confirmation before deleting something that forms use, and shows the number of forms. */
export function DeleteWithForms(props: Props) {
  const { item, queryKey, remove, deletedText = deleteMessages.deleted, failure, onClose } = props
  const queryClient = useQueryClient()
  const use = useQuery({
    queryKey: [...queryKey, 'use', item?.id],
    queryFn: () => props.readUse(item?.id ?? ''),
    enabled: item !== null,
    staleTime: 0,
  })
  const { mutate, isPending } = useWrite({
    mutationFn: remove,
    onSuccess: async ({ title }, id) => {
      toast.success(deletedText(title))
      onClose()
      queryClient.removeQueries({ queryKey: [...queryKey, 'one', id] })
      queryClient.removeQueries({ queryKey: [...queryKey, 'use', id] })
      await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
      await queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => toast.error(errorMessage(error, failure)),
  })
  return (
    <DeleteDialog
      question={item && deleteMessages.question(item.title)}
      note={use.data && usesText(use.data.usedByForms)}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => {
        if (item !== null) mutate(item.id)
      }}
    />
  )
}

function usesText(forms: number): string {
  if (forms === 0) return t('No form uses it.')
  return forms === 1
    ? t('1 form uses it and will keep working without it.')
    : t('{forms} forms use it and will keep working without it.', { forms })
}
