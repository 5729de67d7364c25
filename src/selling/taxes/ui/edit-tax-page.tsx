import { EditPartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { TaxEditor } from './tax-editor.tsx'
import { taxPart } from './tax-part.ts'
import { taxValuesOf } from './tax-values.ts'

export function EditTaxPage() {
  return (
    <EditPartPage
      part={taxPart}
      title="Edit tax"
      readOnlyTitle="Tax"
      width="narrow"
      valuesOf={taxValuesOf}
      Editor={TaxEditor}
    />
  )
}
