import { idsOf } from '../editor/references.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { BumpPicker } from '#selling/products/bumps/ui/bump-picker.tsx'

export function OrderBumpsSection() {
  const { change, watch, errorOf } = useFormFields()
  const isRecurring = watch('priceType') === 'RecurringPrice'
  return (
    <Section
      title="Order bumps"
      lead={`Small extras that buyers can add before they pay.${isRecurring ? ' They are charged once, with the first payment.' : ''}`}
    >
      <BumpPicker
        label="Order bumps"
        chosen={idsOf(watch('bumps'))}
        currency={watch('currency')}
        most={50}
        onChange={(ids) => change('bumps', ids)}
        error={errorOf('bumps')}
      />
    </Section>
  )
}
