import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/create-item-dialog.tsx'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import type { Bump } from '../contract.ts'
import { bumpItem } from './bump-item.ts'
import { bumpForm, newBumpValues } from './bump-values.ts'

type Props = CreateItemProps<Bump> & {
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
}

/** Makes an order bump for a form. */
export function CreateBumpDialog({ currency, ...dialog }: Props) {
  return (
    <CreateItemDialog
      item={bumpItem}
      title="Create Bump"
      description="It can be used on other forms too."
      label="Bump"
      submitLabel="Create bump"
      initial={newBumpValues(currency)}
      {...bumpForm}
      {...dialog}
    >
      <TitleField label="Title" placeholder="The printed workbook" />
      <DescriptionField placeholder="Why is it worth adding?" />
      <PictureField type="bump" />
      <PriceFields />
    </CreateItemDialog>
  )
}
