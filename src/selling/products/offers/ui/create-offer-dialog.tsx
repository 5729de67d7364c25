import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/create-item-dialog.tsx'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import type { Offer } from '../contract.ts'
import { ActiveField, TagsField } from './offer-fields.tsx'
import { offerItem } from './offer-item.ts'
import { newOfferValues, offerForm } from './offer-values.ts'

type Props = CreateItemProps<Offer> & {
  /** The currency to begin with: that of the form it is made for. */
  readonly currency: string
}

/** Makes a one-time offer for a form. */
export function CreateOfferDialog({ currency, ...dialog }: Props) {
  return (
    <CreateItemDialog
      item={offerItem}
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
    </CreateItemDialog>
  )
}
