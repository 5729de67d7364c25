import { useWatch } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-editors.tsx'
import {
  DescriptionField,
  FilesField,
  PictureField,
  PriceFields,
  TitleField,
  ProductPreview,
  type ShownProduct,
} from '#selling/products/ui/product-fields.tsx'
import { ItemTexts } from '#selling/catalog/ui/item-texts.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import type { OfferCreate } from '#selling/products/contract.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { ActiveField, ButtonTextFields, TagsField } from './offer-fields.tsx'
import { offerItem, newOfferValues, offerForm, type OfferValues, offerValuesOf } from './offer-item.ts'

export function CreateOfferPage() {
  return (
    <CreateItemPage
      item={offerItem}
      title={t('Create one-time offer')}
      lead={t('Shown once, right after payment.')}
      submitLabel={t('Create offer')}
      newValues={() => newOfferValues()}
      Editor={OfferEditor}
    />
  )
}

export function EditOfferPage() {
  return (
    <EditItemPage
      item={offerItem}
      title={t('Edit one-time offer')}
      readOnlyTitle={t('One-time offer')}
      valuesOf={offerValuesOf}
      Editor={OfferEditor}
    />
  )
}

/** The full-page editor of a one-time offer. */
function OfferEditor({ isNew, ...props }: EditorPageProps<OfferValues, OfferCreate>) {
  return (
    <Editor
      isNew={isNew}
      label={t('Offer editor')}
      {...offerForm}
      {...props}
      aside={<ProductPreview Shown={OfferPreview} />}
    >
      <Section title={t('Details')} lead={t('Shown in the pop-up after payment.')}>
        <TitleField label={t('Title')} placeholder={t('A private lesson, half price')} />
        <DescriptionField placeholder={t('Why should they take it now?')} />
        <PictureField type="divers" />
        <ButtonTextFields />
      </Section>
      <Section title={t('Price')} lead={t('Charged to the same card with one click.')}>
        <PriceFields />
      </Section>
      <Section title={t('Files')} lead={t('Buyers can download these after paying.')}>
        <FilesField type="divers" keepsStored={!isNew} />
      </Section>
      <Section title={t('Settings')} lead={t('Visibility and tags.')}>
        <ActiveField />
        <TagsField />
      </Section>
      <ItemTexts />
    </Editor>
  )
}

/** A one-time offer as buyers will see it after paying. */
function OfferPreview({ title, description, image, price, isFree }: ShownProduct) {
  const { acceptButtonText = '', declineButtonText = '' } = useWatch<{
    acceptButtonText: string
    declineButtonText: string
  }>()
  return (
    <>
      <div className="relative">
        <FormPicture image={image} video={null} />
        <p className="absolute top-4 left-4 rounded-full bg-[#fde68a] px-3.5 py-1 text-sm font-bold text-[#422006]">
          {t('Best Deal')}
        </p>
      </div>
      <div className="grid gap-2 p-5">
        <p className="text-sm text-muted">{t('One Time Offer')}</p>
        <p className="text-xl leading-snug font-semibold wrap-anywhere">{title}</p>
        <p className="text-lg tabular-nums">{price}</p>
        <p className="line-clamp-4 text-pretty wrap-anywhere whitespace-pre-line">{description}</p>
        <p className="mt-2 grid min-h-12 place-items-center rounded-xl bg-brand-fill px-4 py-2 text-center font-semibold wrap-anywhere text-white">
          {[acceptButtonText.trim(), ...(isFree ? [] : [price])].join(' ')}
        </p>
        <p className="grid min-h-12 place-items-center rounded-xl border border-line px-4 py-2 text-center font-semibold wrap-anywhere">
          {declineButtonText.trim()}
        </p>
      </div>
    </>
  )
}
