import { Check } from 'lucide-react'
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
import { ProductTexts } from '#selling/products/ui/product-texts.tsx'
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
    <Editor label={t('Bump editor')} {...bumpForm} {...props} aside={<ProductPreview Shown={BumpPreview} />}>
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
      <ProductTexts />
    </Editor>
  )
}

/** An order bump as buyers will see it. */
function BumpPreview({ title, description, image, price }: ShownProduct) {
  return (
    <div className="m-4 grid gap-3 rounded-2xl border-2 border-dashed border-brand/60 p-4">
      <p className="flex items-start gap-3">
        <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-md bg-brand-fill text-white">
          <Check aria-hidden className="size-4" strokeWidth={3} />
        </span>
        <span className="min-w-0 flex-1 font-semibold break-words">{title}</span>
        <span className="font-semibold whitespace-nowrap">{price}</span>
      </p>
      <div className="overflow-hidden rounded-xl">
        <FormPicture image={image} video={null} />
      </div>
      <p className="line-clamp-4 text-sm text-pretty break-words whitespace-pre-line text-muted">
        {description}
      </p>
    </div>
  )
}
