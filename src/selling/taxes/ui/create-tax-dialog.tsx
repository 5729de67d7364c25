import { CreatePartDialog, type CreatePartProps } from '#selling/form-parts/ui/create-part-dialog.tsx'
import type { Tax } from '../contract.ts'
import { TaxFields } from './tax-fields.tsx'
import { taxPart } from './tax-part.ts'
import { newTaxValues, taxForm } from './tax-values.ts'

/** Makes a tax for a form. */
export function CreateTaxDialog(dialog: CreatePartProps<Tax>) {
  return (
    <CreatePartDialog
      part={taxPart}
      title="Create Tax"
      description="It can be used on other forms too."
      label="Tax"
      submitLabel="Create tax"
      initial={newTaxValues}
      {...taxForm}
      {...dialog}
    >
      <TaxFields hasActive={false} />
    </CreatePartDialog>
  )
}
