import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/create-item-dialog.tsx'
import type { Tax } from '../contract.ts'
import { TaxFields } from './tax-fields.tsx'
import { taxItem } from './tax-item.ts'
import { newTaxValues, taxForm } from './tax-values.ts'

/** Makes a tax for a form. */
export function CreateTaxDialog(dialog: CreateItemProps<Tax>) {
  return (
    <CreateItemDialog
      item={taxItem}
      title="Create Tax"
      description="It can be used on other forms too."
      label="Tax"
      submitLabel="Create tax"
      initial={newTaxValues}
      {...taxForm}
      {...dialog}
    >
      <TaxFields hasActive={false} />
    </CreateItemDialog>
  )
}
