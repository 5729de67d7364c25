import { useFormFields } from '../editor/use-form-fields.ts'
import { offeredIn } from './arrange-prices.ts'
import { openText } from './price-sentence.ts'

/** The form's first price read back, where its buyers name it. */
export function OpenPreview() {
  const { watch } = useFormFields()
  const [isOpen, suggestedAmount, presetAmounts] = watch(['isOpen', 'suggestedAmount', 'presetAmounts'])
  const offered = offeredIn({ isOpen, suggestedAmount, presetAmounts })
  return (
    <p className="animate-appear rounded-2xl bg-brand-soft px-4 py-3 text-pretty">
      {openText({ ...offered, amount: watch('amount') ?? 0 }, watch('currency'))}.
    </p>
  )
}
