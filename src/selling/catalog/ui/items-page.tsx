import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { DeleteWithForms } from '#web/kit/dialog/delete-with-forms.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { type CatalogItem, type Item, itemListQuery } from './catalog-item.ts'

/** The actions that this member is allowed on a listed item. */
export type ItemActions = {
  readonly editPath: string
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
  readonly onDelete: () => void
}

type Words = Pick<ComponentProps<typeof ListPage>, 'title' | 'lead' | 'texts' | 'empty' | 'skeleton' | 'note'>

type Props<One extends Item, Edited, Listed extends One> = Words & {
  readonly item: CatalogItem<One, Edited, Listed>
  readonly children: (
    rows: readonly { readonly row: Listed; readonly actions: ItemActions }[],
    isStale: boolean,
  ) => ReactNode
}

export function usedText(usedByForms: number): string {
  return t('{usedByForms, plural, =0 {Not used on a form} one {Used on # form} other {Used on # forms}}', {
    usedByForms,
  })
}

/** The list of one kind of item, with search, create, edit and delete. */
export function ItemsPage<One extends Item, Edited, Listed extends One>({
  item,
  children,
  ...words
}: Props<One, Edited, Listed>) {
  const search = useListSearch()
  const mayCall = useMayCall()
  const query = useQuery(itemListQuery(item, search))
  const [deleting, setDeleting] = useState<One | null>(null)
  const may = (name: keyof typeof item.routes) => mayCall({ right: item.routes[name].right ?? null })
  const actionsOf = (row: One): ItemActions => ({
    editPath: `${item.path}/edit/${row.id}`,
    mayUpdate: may('update'),
    mayDelete: may('remove'),
    onDelete: () => setDeleting(row),
  })
  const { deleted, deleteFailed } = item.messages
  return (
    <ListPage
      {...words}
      createPath={`${item.path}/create`}
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
            queryKey={item.key}
            readUse={(id) => item.read(id)}
            remove={item.remove}
            {...(deleted === undefined ? {} : { deletedText: deleted })}
            failure={deleteFailed()}
            onClose={() => setDeleting(null)}
          />
        </>
      )}
    </ListPage>
  )
}

type ItemButtonsProps = ItemActions & {
  /** A text that distinguishes the item from the others. */
  readonly name: string
  readonly className?: string
  /** Only icons. */
  readonly isInRow?: boolean
}

/** The buttons at the end of a row. */
export function ItemButtons({
  name,
  className = '',
  isInRow = false,
  editPath,
  mayUpdate,
  mayDelete,
  onDelete,
}: ItemButtonsProps) {
  const look = `${buttonClass('ghost')} ${isInRow ? 'px-3!' : ''}`
  const tip = (word: string) => (isInRow ? { title: word } : {})
  return (
    <div className={`relative flex ${className}`}>
      {mayUpdate && (
        <Link to={editPath} aria-label={t('Edit {name}', { name })} {...tip(t('Edit'))} className={look}>
          <Pencil aria-hidden className="size-4.5" />
          {!isInRow && t('Edit')}
        </Link>
      )}
      {mayDelete && (
        <button
          type="button"
          aria-label={t('Delete {name}', { name })}
          {...tip(t('Delete'))}
          className={`${look} hover:bg-danger-soft! hover:text-danger!`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4.5" />
          {!isInRow && t('Delete')}
        </button>
      )}
    </div>
  )
}
