import { CreatePartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { TaxEditor } from './tax-editor.tsx'
import { taxPart } from './tax-part.ts'
import { newTaxValues } from './tax-values.ts'

export function CreateTaxPage() {
  return (
    <CreatePartPage
      part={taxPart}
      title="Create tax"
      width="narrow"
      lead="One rate, for as many forms as you like."
      submitLabel="Create tax"
      newValues={() => newTaxValues}
      Editor={TaxEditor}
    />
  )
}
