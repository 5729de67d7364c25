import { useState } from 'react'
import { SwitchRow } from '#web/kit/form/switch-row.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { readWhole } from '#foundation/typed/read-number.ts'
import { useFormFields } from './use-form-fields.ts'

const one = { quantityLabel: '', quantityMin: 1, quantityMax: 1 }
/** What is first put in its place. */
const firstCounts = { ...one, quantityMax: 10 }

/** How many buyers can buy at once; a switch while that is one. */
export function QuantitySection() {
  const { register, watch, changeAll, errorOf } = useFormFields()
  const [quantityLabel, quantityMin, quantityMax] = watch(['quantityLabel', 'quantityMin', 'quantityMax'])
  const isMoreThanOne = quantityMin !== 1 || quantityMax !== 1
  const [last, setLast] = useState<Parameters<typeof changeAll>[0]>(firstCounts)
  const [isOn, setIsOn] = useState(false)
  // It stays while a 1 is typed that is to become a 12.
  if (!isOn && isMoreThanOne) setIsOn(true)
  return (
    <div data-field="quantityMax" className="grid gap-4">
      <SwitchRow
        label="Buyers choose how many"
        hint="The price is for one. Order bumps are added once."
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setIsOn(checked)
          if (isMoreThanOne) setLast({ quantityLabel, quantityMin, quantityMax })
          changeAll(checked ? last : one)
        }}
      />
      {isOn && (
        <div className="grid animate-rise gap-5 sm:grid-cols-3">
          <TextInput
            label="Label"
            maxLength={60}
            placeholder="Quantity"
            error={errorOf('quantityLabel')}
            {...register('quantityLabel')}
          />
          <TextInput
            label="At least"
            required
            inputMode="numeric"
            error={errorOf('quantityMin')}
            {...register('quantityMin', { setValueAs: readWhole })}
          />
          <TextInput
            label="At most"
            required
            inputMode="numeric"
            error={errorOf('quantityMax')}
            {...register('quantityMax', { setValueAs: readWhole })}
          />
        </div>
      )}
    </div>
  )
}
