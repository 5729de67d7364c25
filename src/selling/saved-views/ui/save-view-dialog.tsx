import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { savedViewsContract, type ViewList } from '../contract.ts'
import { savedViewsQuery } from './queries.ts'
import { ViewForm } from './view-form.tsx'

type Props = {
  readonly list: ViewList
  readonly filter: Readonly<Record<string, string>>
  readonly onClose: () => void
}

export function SaveViewDialog({ list, filter, onClose }: Props) {
  const queryClient = useQueryClient()
  return (
    <ViewForm
      title="Save this view"
      initial={noWords}
      submitLabel="Save view"
      onClose={onClose}
      onSave={async (words) => {
        const body = { ...words, list, filter: { ...filter } }
        const { name } = await call(savedViewsContract.saveView, { body })
        toast.success(`View ${name} saved`)
        await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
      }}
    />
  )
}

const noWords = { name: '', isShared: false }
