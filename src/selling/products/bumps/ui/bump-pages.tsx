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
import type { BumpCreate } from '../contract.ts'
import { bumpItem } from './bump-item.ts'
import { BumpPreview } from './bump-preview.tsx'
import { bumpForm, bumpValuesOf, newBumpValues, type BumpValues } from './bump-values.ts'

export function CreateBumpPage() {
  return (
    <CreateItemPage
      item={bumpItem}
      title="Create bump"
      lead="A small extra that goes well with what you sell."
      submitLabel="Create bump"
      newValues={() => newBumpValues()}
      Editor={BumpEditor}
    />
  )
}

export function EditBumpPage() {
  return (
    <EditItemPage
      item={bumpItem}
      title="Edit bump"
      readOnlyTitle="Bump"
      valuesOf={bumpValuesOf}
      Editor={BumpEditor}
    />
  )
}

/** The whole-page editor of an order bump. */
function BumpEditor({ isNew, ...props }: EditorPageProps<BumpValues, BumpCreate>) {
  return (
    <Editor label="Bump editor" {...bumpForm} {...props} aside={<ProductPreview Shown={BumpPreview} />}>
      <Section title="What it is" lead="What buyers read next to the checkbox.">
        <TitleField label="Title" placeholder="The printed workbook" />
        <DescriptionField placeholder="Why is it worth adding?" />
        <PictureField type="bump" />
      </Section>
      <Section title="Price" lead="Added to the form's price when it is selected.">
        <PriceFields />
      </Section>
      <Section title="Files" lead="What buyers can download.">
        <FilesField type="bump" keepsStored={!isNew} />
      </Section>
    </Editor>
  )
}
