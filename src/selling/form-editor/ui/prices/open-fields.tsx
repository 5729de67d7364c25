import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { mostPresets, type FurtherPrice, type openNames } from '#selling/forms/price/further-price.ts'

type OpenValues = Pick<FurtherPrice, 'suggestedAmount' | 'isOpen'> & {
  presetAmounts: (number | null)[]
}

export const leastHint = 'The least that buyers can name. Empty or 0: they may pay nothing.'

/** Whether buyers name a price that is paid once, and what they are offered. */
export function OpenFields({ currency }: { readonly currency: string }) {
  const { watch, setValue, formState } = useFormContext<OpenValues>()
  const isOpen = watch('isOpen')
  const errorId = useId()
  const change = <Name extends (typeof openNames)[number]>(name: Name, value: OpenValues[Name]) =>
    setValue<(typeof openNames)[number]>(name, value, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    })
  return (
    <div data-field="isOpen" className="grid gap-4">
      <SwitchRow
        label="Buyers name the price"
        hint="They pay what they type, and at least the minimum above."
        checked={isOpen}
        onChange={({ target: { checked } }) => {
          change('isOpen', checked)
          if (checked) return
          change('suggestedAmount', null)
          change('presetAmounts', [])
        }}
      />
      {isOpen && (
        <div className="grid animate-rise gap-5">
          <AmountInput
            name="suggestedAmount"
            label="Suggested amount"
            currency={currency}
            placeholder=""
            hint="What stands in the field at first. Empty: the minimum."
          />
          <fieldset data-field="presetAmounts" className="grid gap-3">
            <legend className="mb-1.5 font-medium">Buttons</legend>
            <p className="text-sm text-muted">
              Amounts to press in place of typing. Leave empty what you do not need.
            </p>
            <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
              {Array.from({ length: mostPresets }, (_, place) => (
                <AmountInput
                  key={place}
                  name={`presetAmounts.${place}`}
                  label={`Button ${place + 1}`}
                  currency={currency}
                  placeholder=""
                />
              ))}
            </div>
            <FieldError id={errorId} message={firstMessage(formState.errors.presetAmounts)} />
          </fieldset>
        </div>
      )}
    </div>
  )
}
