import { useNavigate } from 'react-router'
import { Page } from '#web/kit/page.tsx'
import { taxMessages } from '../messages.ts'
import { TaxEditor } from './tax-editor.tsx'
import { newTaxValues } from './tax-values.ts'
import { useCreateTax } from './use-create-tax.ts'

export function CreateTaxPage() {
  const create = useCreateTax()
  const navigate = useNavigate()
  return (
    <Page title="Create tax" width="narrow" lead="One rate, for as many forms as you like.">
      <TaxEditor
        initial={newTaxValues}
        hasActive={false}
        submitLabel="Create tax"
        failure={taxMessages.createFailed}
        onSave={async (tax) => {
          await create(tax)
          await navigate('/taxes')
          return null
        }}
      />
    </Page>
  )
}
