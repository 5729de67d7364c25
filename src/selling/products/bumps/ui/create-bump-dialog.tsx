import { CreatePartDialog, type CreatePartProps } from '#selling/form-parts/ui/create-part-dialog.tsx'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import type { Bump } from '../contract.ts'
import { bumpPart } from './bump-part.ts'
import { bumpForm, newBumpValues } from './bump-values.ts'

type Props = CreatePartProps<Bump> & {
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
}

/** Makes an order bump for a form. */
export function CreateBumpDialog({ currency, ...dialog }: Props) {
  return (
    <CreatePartDialog
      part={bumpPart}
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
    </CreatePartDialog>
  )
}
