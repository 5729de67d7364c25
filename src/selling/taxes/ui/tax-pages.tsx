import { t } from '#foundation/language/t.ts'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-editors.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { TaxFields } from './tax-fields.tsx'
import { taxItem, newTaxValues, taxForm, taxValuesOf, type EditedTax, type TaxValues } from './tax-item.ts'

export function CreateTaxPage() {
  return (
    <CreateItemPage
      item={taxItem}
      title={t('Create tax')}
      width="narrow"
      lead={t('Use one rate on as many forms as you like.')}
      submitLabel={t('Create tax')}
      newValues={() => newTaxValues}
      Editor={TaxEditor}
    />
  )
}

export function EditTaxPage() {
  return (
    <EditItemPage
      item={taxItem}
      title={t('Edit tax')}
      readOnlyTitle={t('Tax')}
      width="narrow"
      valuesOf={taxValuesOf}
      Editor={TaxEditor}
    />
  )
}

/** The full-page editor of a tax; an existing one can be deactivated. */
function TaxEditor({ isNew, ...props }: EditorPageProps<TaxValues, EditedTax>) {
  return (
    <Editor label={t('Tax editor')} {...taxForm} {...props}>
      <Section title={t('Rate')} lead={t('Tax is calculated and rounded per line item.')}>
        <TaxFields hasActive={!isNew} />
      </Section>
    </Editor>
  )
}
