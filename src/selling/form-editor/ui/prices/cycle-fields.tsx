import { useFormContext } from 'react-hook-form'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { billingPeriods, type FurtherPrice } from '#selling/forms/price/further-price.ts'
import { readWhole } from '#foundation/typed/read-number.ts'

const periodOptions = billingPeriods.map((value) => ({ value, label: value }))

/** How often a recurring price is paid, in the editor of whatever has one. */
export function CycleFields() {
  const { register, formState } =
    useFormContext<Pick<FurtherPrice, 'billingInterval' | 'billingPeriod' | 'cancelAfter'>>()
  const { errors } = formState
  return (
    <div className="grid animate-rise gap-5 sm:grid-cols-3">
      <TextInput
        label="Billing interval"
        required
        inputMode="numeric"
        info="How many periods there are between payments: 3 and Monthly means every three months."
        error={errors.billingInterval?.message}
        {...register('billingInterval', { setValueAs: readWhole })}
      />
      <Select
        label="Billing period"
        required
        options={periodOptions}
        error={errors.billingPeriod?.message}
        {...register('billingPeriod')}
      />
      <TextInput
        label="Cancel after"
        required
        inputMode="numeric"
        info="After how many payments it ends automatically. 0: it continues until it is canceled."
        error={errors.cancelAfter?.message}
        {...register('cancelAfter', { setValueAs: readWhole })}
      />
    </div>
  )
}
