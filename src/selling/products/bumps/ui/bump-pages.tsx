import { Check } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
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
import type { BumpCreate } from '#selling/products/contract.ts'
import { FormPicture } from '#selling/catalog/ui/form-picture.tsx'
import { bumpItem, bumpForm, type BumpValues, bumpValuesOf, newBumpValues } from './bump-item.ts'

export function CreateBumpPage() {
  return (
    <CreateItemPage
      item={bumpItem}
      title={t('Create bump')}
      lead={t('A small extra buyers can add at checkout.')}
      submitLabel={t('Create bump')}
      newValues={() => newBumpValues()}
      Editor={BumpEditor}
    />
  )
}

export function EditBumpPage() {
  return (
    <EditItemPage
      item={bumpItem}
      title={t('Edit bump')}
      readOnlyTitle={t('Bump')}
      valuesOf={bumpValuesOf}
      Editor={BumpEditor}
    />
  )
}

/** The full-page editor of an order bump. */
function BumpEditor({ isNew, ...props }: EditorPageProps<BumpValues, BumpCreate>) {
  return (
    <Editor
      label={t('Bump editor')}
      isNew={isNew}
      {...bumpForm}
      {...props}
      aside={<ProductPreview Shown={BumpPreview} />}
    >
      <Section title={t('Details')} lead={t('Shown next to the checkbox.')}>
        <TitleField label={t('Title')} placeholder={t('The printed workbook')} />
        <DescriptionField placeholder={t('Why is it worth adding?')} />
        <PictureField type="bump" />
      </Section>
      <Section title={t('Price')} lead={t('Added to the order when selected.')}>
        <PriceFields />
      </Section>
      <Section title={t('Files')} lead={t('Buyers can download these after paying.')}>
        <FilesField type="bump" keepsStored={!isNew} />
      </Section>
      <ItemTexts />
    </Editor>
  )
}

/** An order bump as the payment page shows it, selected. */
function BumpPreview({ title, description, image, price, isFree }: ShownProduct) {
  return (
    <div className="m-4 grid grid-cols-[auto_minmax(0,1fr)_4.5rem] items-start gap-x-3 gap-y-1 rounded-xl border border-brand bg-brand-soft p-3">
      <span className="mt-0.5 grid size-5 place-items-center rounded bg-brand-fill text-white">
        <Check aria-hidden className="size-4" strokeWidth={3} />
      </span>
      <span className="grid gap-1">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-sm tabular-nums">{isFree ? t('Free') : `+ ${price}`}</span>
      </span>
      <span className="overflow-hidden rounded-lg [&>div]:aspect-4/3">
        <FormPicture image={image} video={null} />
      </span>
      <span className="col-span-2 col-start-2 text-sm wrap-anywhere whitespace-pre-line text-muted">
        {cutText(description, 240)}
      </span>
    </div>
  )
}
