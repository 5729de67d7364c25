import { useState } from 'react'
import { SwitchRow } from '#web/kit/form/switch-row.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { countOf } from './number-of.ts'
import { useFormFields } from './use-form-fields.ts'

/** What is first put in the place of no limit. */
const firstLimit = 100

/** How many pieces there are to sell; a switch while that is no matter. `taken` of the stored limit are sold. */
export function StockSection({ taken }: { readonly taken: number | null }) {
  const { register, watch, change, errorOf } = useFormFields()
  const limit = watch('stockLimit') ?? null
  const isOn = limit !== null
  const [last, setLast] = useState(firstLimit)
  return (
    <div data-field="stockLimit" className="grid gap-4">
      <SwitchRow
        label="Sell a limited number"
        hint="Then the page says that it is sold out. Renewals do not count."
        checked={isOn}
        onChange={({ target: { checked } }) => {
          if (limit !== null && !Number.isNaN(limit)) setLast(limit)
          change('stockLimit', checked ? last : null)
        }}
      />
      {isOn && (
        <TextInput
          label="How many in all"
          required
          inputMode="numeric"
          hint={
            taken === null
              ? 'Counted from when you save. The page tells of the last 10.'
              : `${taken} of them ${taken === 1 ? 'is' : 'are'} sold or being bought now. A refund puts nothing back: raise the number to sell it again.`
          }
          error={errorOf('stockLimit')}
          {...register('stockLimit', { setValueAs: countOf })}
        />
      )}
    </div>
  )
}
