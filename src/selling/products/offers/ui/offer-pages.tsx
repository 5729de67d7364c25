import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-pages.tsx'
import {
  DescriptionField,
  FilesField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import { ProductPreview } from '#selling/products/ui/product-preview.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import type { OfferCreate } from '../contract.ts'
import { ActiveField, ButtonTextFields, TagsField } from './offer-fields.tsx'
import { offerItem } from './offer-item.ts'
import { OfferPreview } from './offer-preview.tsx'
import { newOfferValues, offerForm, offerValuesOf, type OfferValues } from './offer-values.ts'

export function CreateOfferPage() {
  return (
    <CreateItemPage
      item={offerItem}
      title="Create one-time offer"
      lead="Shown once, right after the payment."
      submitLabel="Create offer"
      newValues={() => newOfferValues()}
      Editor={OfferEditor}
    />
  )
}

export function EditOfferPage() {
  return (
    <EditItemPage
      item={offerItem}
      title="Edit one-time offer"
      readOnlyTitle="One-time offer"
      valuesOf={offerValuesOf}
      Editor={OfferEditor}
    />
  )
}

/** The whole-page editor of a one-time offer. */
function OfferEditor({ isNew, ...props }: EditorPageProps<OfferValues, OfferCreate>) {
  return (
    <Editor label="Offer editor" {...offerForm} {...props} aside={<ProductPreview Shown={OfferPreview} />}>
      <Section title="What it is" lead="What the pop-up says after the payment.">
        <TitleField label="Title" placeholder="A private lesson, half price" />
        <DescriptionField placeholder="Why now, and only now?" />
        <PictureField type="divers" />
        <ButtonTextFields />
      </Section>
      <Section title="Price" lead="Charged with one click to the card that was just used.">
        <PriceFields />
      </Section>
      <Section title="Files" lead="What buyers can download.">
        <FilesField type="divers" keepsStored={!isNew} />
      </Section>
      <Section title="For you" lead="Whether it is shown, and how you find it.">
        <ActiveField />
        <TagsField />
      </Section>
    </Editor>
  )
}
