import { useEffect, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { readAmount, shownAmount } from '#foundation/money/read-amount.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = {
  /** The name of the amount's field. The default is `amount`. */
  readonly name?: keyof Omit<Amounts, 'presetAmounts'> | `presetAmounts.${number}`
  readonly label?: string
  readonly currency: string
  readonly hint?: string
  readonly placeholder?: string
  /** Whether an empty field is an error. Otherwise it means free. */
  readonly required?: boolean
}

type Amounts = {
  amount?: number | null | undefined
  trialAmount?: number | null | undefined
  setupAmount?: number | null | undefined
  suggestedAmount?: number | null | undefined
  presetAmounts?: (number | null | undefined)[] | undefined
}

/**
 * An amount field in major units. Its value is a number, null while empty, or NaN for text that is not an amount, which
 * the contract rejects. On blur, it shows the amount as it was read.
 */
export function AmountInput({
  name: named = 'amount',
  label = t('Amount'),
  currency,
  hint,
  placeholder = '0',
  required = false,
}: Props) {
  const { control } = useFormContext<Amounts>()
  const { field, fieldState } = useController({ control, name: named })
  const { ref, name, value, onChange, onBlur } = field
  const [typed, setTyped] = useState(() => ({ text: textOf(value), value, currency }))
  // A value that was changed elsewhere, or typed in another currency, is shown as its number.
  const isTyped = Object.is(typed.value, value) && (typed.currency === currency || Number.isNaN(value))
  const text = isTyped ? typed.text : textOf(value)
  const { major, problem } = readAmount(text, currency)
  const isUnderstood = problem === null && Number.isNaN(value)
  // An ambiguous amount can be clear in another currency.
  useEffect(() => {
    if (!isUnderstood) return
    setTyped({ text, value: major, currency })
    onChange(major)
  }, [isUnderstood, text, major, currency, onChange])
  const message = fieldState.error?.message
  return (
    <TextInput
      label={label}
      required={required}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      suffix={currency.toUpperCase()}
      hint={hint}
      error={message === undefined ? undefined : (problem ?? message)}
      ref={ref}
      name={name}
      value={text}
      onChange={(event) => {
        const read = readAmount(event.target.value, currency)
        const next = read.problem === null ? read.major : Number.NaN
        setTyped({ text: event.target.value, value: next, currency })
        onChange(next)
      }}
      onBlur={() => {
        setTyped({ text: shownAmount(text, currency), value, currency })
        onBlur()
      }}
    />
  )
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? '' : String(value)
}
