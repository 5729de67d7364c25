import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { CreatePage, EditPage } from '#web/kit/form/editor-pages.tsx'
import { itemQuery, useCreateItem, type CatalogItem, type Item } from './catalog-item.ts'

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
      failure={item.messages.createFailed}
      create={create}
      listPath={item.path}
    />
  )
}

type EditProps<One extends Item, Values, Edited> = {
  readonly item: CatalogItem<One, Edited>
} & Pick<
  ComponentProps<typeof EditPage<One, Values, Edited>>,
  'title' | 'readOnlyTitle' | 'width' | 'valuesOf' | 'Editor'
>

/** Changes the item that the address names; forms that are made of it are read anew. */
export function EditItemPage<One extends Item, Values, Edited>({
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
      leadOf={({ title }) => title}
      failure={item.messages.updateFailed}
      update={async (stored, edited) => {
        const saved = await item.update(stored, edited)
        toast.success(item.messages.updated)
        await queryClient.invalidateQueries({ queryKey: item.key })
        await queryClient.invalidateQueries({ queryKey: ['forms'], refetchType: 'none' })
        return saved
      }}
    />
  )
}
