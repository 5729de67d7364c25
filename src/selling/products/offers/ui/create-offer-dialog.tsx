import { CreatePartDialog, type CreatePartProps } from '#selling/form-parts/ui/create-part-dialog.tsx'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import type { Offer } from '../contract.ts'
import { ActiveField, TagsField } from './offer-fields.tsx'
import { offerPart } from './offer-part.ts'
import { newOfferValues, offerForm } from './offer-values.ts'

type Props = CreatePartProps<Offer> & {
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
}

/** Makes a one-time offer for a form. */
export function CreateOfferDialog({ currency, ...dialog }: Props) {
  return (
    <CreatePartDialog
      part={offerPart}
      title="Create Offer"
      description="Files and the words on the buttons can be changed later."
      label="Offer"
      submitLabel="Create offer"
      initial={newOfferValues(currency)}
      {...offerForm}
      {...dialog}
    >
      <TitleField label="Name" placeholder="A private lesson, half price" />
      <ActiveField />
      <TagsField />
      <hr className="border-line" />
      <DescriptionField placeholder="Why now, and only now?" />
      <PictureField type="divers" />
      <PriceFields />
    </CreatePartDialog>
  )
}
