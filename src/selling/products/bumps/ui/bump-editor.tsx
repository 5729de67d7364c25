import type { EditorPageProps } from '#web/kit/editor-pages.tsx'
import { Editor } from '#web/kit/editor.tsx'
import { Section } from '#web/kit/section.tsx'
import type { BumpCreate } from '../contract.ts'
import { bumpForm, type BumpValues } from './bump-values.ts'
import { DescriptionField, FilesField, PictureField, PriceFields, TitleField } from './product-fields.tsx'
import { ProductPreview } from './product-preview.tsx'

/** The whole-page editor of an order bump. */
export function BumpEditor({ isNew, ...props }: EditorPageProps<BumpValues, BumpCreate>) {
  return (
    <Editor label="Bump editor" {...bumpForm} {...props} aside={<ProductPreview kind="bump" />}>
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
