import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { DeleteWithForms } from '#web/kit/dialog/delete-with-forms.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { partListQuery, type FormPart, type Part } from './form-part.ts'

/** What can be done with one of the list, by who sees it. */
export type PartActions = {
  readonly editPath: string
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
  readonly onDelete: () => void
}

type Words = Pick<
  ComponentProps<typeof ListPage>,
  'title' | 'lead' | 'noun' | 'nouns' | 'empty' | 'skeleton' | 'note'
>

type Props<One extends Part, Edited> = Words & {
  readonly part: FormPart<One, Edited>
  readonly children: (
    rows: readonly { readonly row: One; readonly actions: PartActions }[],
    isStale: boolean,
  ) => ReactNode
}

/** The list of a part: to find one, make one, go to its editor, and delete it from all forms. */
export function PartsPage<One extends Part, Edited>({ part, children, ...words }: Props<One, Edited>) {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(partListQuery(part, search))
  const [deleting, setDeleting] = useState<One | null>(null)
  const may = (name: keyof typeof part.routes) => mayCall({ right: part.routes[name].right ?? null })
  const actionsOf = (row: One): PartActions => ({
    editPath: `${part.path}/edit/${row.id}`,
    mayUpdate: may('update'),
    mayDelete: may('remove'),
    onDelete: () => setDeleting(row),
  })
  const { deleted, deleteFailed } = part.messages
  return (
    <ListPage
      {...words}
      createPath={`${part.path}/create`}
      mayCreate={may('create')}
      search={search}
      query={query}
    >
      {(rows, isStale) => (
        <>
          {children(
            rows.map((row) => ({ row, actions: actionsOf(row) })),
            isStale,
          )}
          <DeleteWithForms
            item={deleting}
            queryKey={part.key}
            readUse={(id) => part.read(id)}
            remove={part.remove}
            {...(deleted === undefined ? {} : { deletedText: () => deleted })}
            failure={deleteFailed}
            onClose={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}
