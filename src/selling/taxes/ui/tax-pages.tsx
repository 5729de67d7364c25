import { t } from '#foundation/language/t.ts'
import { ItemTexts } from '#selling/catalog/ui/item-texts.tsx'
import { CreateItemPage, EditItemPage } from '#selling/catalog/ui/item-editors.tsx'
import type { EditorPageProps } from '#web/kit/form/editor-pages.tsx'
import { Editor } from '#web/kit/form/editor.tsx'
import { TaxFields } from './tax-fields.tsx'
import { taxItem, newTaxValues, taxForm, taxValuesOf, type EditedTax, type TaxValues } from './tax-item.ts'

export function CreateTaxPage() {
  return (
    <CreateItemPage
      item={taxItem}
      title={t('Create tax')}
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
      valuesOf={taxValuesOf}
      Editor={TaxEditor}
    />
  )
}

/** The editor of a tax, as short as a dialog. An existing tax can be deactivated. */
function TaxEditor({ isNew, ...props }: EditorPageProps<TaxValues, EditedTax>) {
  return (
    <Editor label={t('Tax editor')} isNew={isNew} isShort {...taxForm} {...props}>
      <TaxFields hasActive={!isNew} />
      <ItemTexts isWithin />
    </Editor>
  )
}
