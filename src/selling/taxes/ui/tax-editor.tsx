import type { EditorPageProps } from '#web/kit/editor-pages.tsx'
import { Editor } from '#web/kit/editor.tsx'
import { Section } from '#web/kit/section.tsx'
import { TaxFields } from './tax-fields.tsx'
import { taxForm, type EditedTax, type TaxValues } from './tax-values.ts'

/** The whole-page editor of a tax; one that exists can be switched off. */
export function TaxEditor({ isNew, ...props }: EditorPageProps<TaxValues, EditedTax>) {
  return (
    <Editor label="Tax editor" {...taxForm} {...props}>
      <Section
        title="Rate"
        lead="Every line of a purchase is taxed by itself and rounded to the smallest unit."
      >
        <TaxFields hasActive={!isNew} />
      </Section>
    </Editor>
  )
}
