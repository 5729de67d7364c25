import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { CreatePage, EditPage } from '#web/kit/form/editor-pages.tsx'
import { type CatalogItem, type Item, itemQuery, useCreateItem } from './catalog-item.ts'

type CreateProps<One extends Item, Values, Edited> = {
  readonly item: CatalogItem<One, Edited>
} & Omit<ComponentProps<typeof CreatePage<Values, Edited>>, 'failure' | 'create' | 'listPath'>

export function CreateItemPage<One extends Item, Values, Edited>({
  item,
  ...page
}: CreateProps<One, Values, Edited>) {
  const create = useCreateItem(item)
  return (
    <CreatePage<Values, Edited>
      {...page}
      failure={item.messages.createFailed()}
      create={create}
      listPath={item.path}
    />
  )
}

type EditProps<One extends Item, Values, Edited extends object> = {
  readonly item: CatalogItem<One, Edited>
} & Pick<
  ComponentProps<typeof EditPage<One, Values, Edited>>,
  'title' | 'readOnlyTitle' | 'listName' | 'valuesOf' | 'Editor'
>

/** Edits the item in the URL, and reloads the forms that use it. */
export function EditItemPage<One extends Item, Values, Edited extends object>({
  item,
  ...page
}: EditProps<One, Values, Edited>) {
  const { id = '' } = useParams()
  const queryClient = useQueryClient()
  const mayCall = useMayCall()
  return (
    <EditPage<One, Values, Edited>
      {...page}
      query={useQuery(itemQuery(item, id))}
      listPath={item.path}
      mayUpdate={mayCall({ right: item.routes.update.right ?? null })}
      nameOf={({ title }) => title}
      failure={item.messages.updateFailed()}
      update={async (stored, changed) => {
        const saved = await item.update(stored, changed)
        toast.success(item.messages.updated())
        await queryClient.invalidateQueries({ queryKey: item.key })
        await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
        return saved
      }}
    />
  )
}

/** The props of a create dialog. */
export type CreateItemProps<One extends Item> = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (created: One) => void
}

type Props<One extends Item, Values extends FieldValues, Edited> = CreateItemProps<One> &
  Omit<ComponentProps<typeof EditorDialog<Values, Edited>>, 'failure' | 'onSave'> & {
    readonly item: CatalogItem<One, Edited>
  }

/** Creates an item in a dialog, then closes it. */
export function CreateItemDialog<One extends Item, Values extends FieldValues, Edited>({
  item,
  onCreated,
  ...dialog
}: Props<One, Values, Edited>) {
  const create = useCreateItem(item)
  return (
    <EditorDialog<Values, Edited>
      {...dialog}
      failure={item.messages.createFailed()}
      onSave={async (edited) => {
        onCreated(await create(edited))
        dialog.onClose()
        return null
      }}
    />
  )
}
