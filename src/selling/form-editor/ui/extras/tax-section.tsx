import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { taxesContract, type Tax } from '#selling/taxes/contract.ts'
import { CreateTaxDialog } from '#selling/taxes/ui/create-tax-dialog.tsx'
import { useTaxChoices } from '#selling/taxes/ui/queries.ts'

export function TaxSection() {
  const { change, watch, errorOf } = useFormFields()
  const mayCreate = useMayCall()(taxesContract.createTax)
  const [isCreating, setIsCreating] = useState(false)
  const chosen = watch('taxId') ?? ''
  const taxes = useTaxChoices(chosen) ?? []
  return (
    <Section
      field="taxId"
      title="Tax"
      lead="Applies to every line of a purchase. Buyers see it before they pay."
    >
      <div className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Select
          label="Tax"
          options={[
            { value: '', label: 'No tax' },
            ...taxes.map((tax) => ({ value: tax.id, label: taxLabel(tax) })),
          ]}
          value={chosen}
          onChange={(event) => change('taxId', event.target.value === '' ? null : event.target.value)}
          error={errorOf('taxId')}
        />
        {mayCreate && (
          <Button variant="secondary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-5" />
            Create tax
          </Button>
        )}
      </div>
      <CreateTaxDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(tax) => change('taxId', tax.id)}
      />
    </Section>
  )
}

function taxLabel({ title, percentage, inclusive, active }: Tax): string {
  const words = inclusive ? 'included in the price' : 'added to the price'
  return `${title} · ${percentage}% ${words}${active ? '' : ' · not active, so it is not charged'}`
}
