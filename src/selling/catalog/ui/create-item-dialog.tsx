import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useCreateItem, type CatalogItem, type Item } from './catalog-item.ts'

/** What whoever opens such a dialog says. */
export type CreateItemProps<One extends Item> = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (created: One) => void
}

type Props<One extends Item, Values extends FieldValues, Edited> = CreateItemProps<One> &
  Omit<ComponentProps<typeof EditorDialog<Values, Edited>>, 'failure' | 'onSave'> & {
    readonly item: CatalogItem<One, Edited>
  }

/** Makes an item where it is needed, and closes when it is made. */
export function CreateItemDialog<One extends Item, Values extends FieldValues, Edited>({
  item,
  onCreated,
  ...dialog
}: Props<One, Values, Edited>) {
  const create = useCreateItem(item)
  return (
    <EditorDialog<Values, Edited>
      {...dialog}
      failure={item.messages.createFailed}
      onSave={async (edited) => {
        onCreated(await create(edited))
        dialog.onClose()
        return null
      }}
    />
  )
}
