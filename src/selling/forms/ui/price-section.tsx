import { currencies } from '#foundation/money/currencies.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { Combobox } from '#web/kit/combobox.tsx'
import { Section } from '#web/kit/section.tsx'
import { Segmented } from '#web/kit/segmented.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { priceTypeLabels } from '../contract.ts'
import { longestLabel, priceTypes } from '../further-price.ts'
import { CycleFields } from './prices/cycle-fields.tsx'
import { PriceChoices } from './prices/price-choices.tsx'
import { RecurrencePreview } from './recurrence-preview.tsx'
import { useFormFields } from './use-form-fields.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))
const priceTypeOptions = priceTypes.map((value) => ({ value, label: priceTypeLabels[value] }))

/** `formId` is that of a stored form. */
export function PriceSection({ formId }: { readonly formId: string | null }) {
  const { register, change, watch, errorOf } = useFormFields()
  const currency = watch('currency')
  const hasChoice = watch('prices').length > 0
  const isRecurring = watch('priceType') === 'RecurringPrice'
  return (
    <Section title="Price" lead="What it costs, and whether buyers pay once or repeatedly.">
      {hasChoice && (
        <TextInput
          label="Name of the first price"
          maxLength={longestLabel}
          placeholder="At once"
          hint="What buyers choose by, and what their receipt says. The other prices are below."
          error={errorOf('priceLabel')}
          {...register('priceLabel')}
        />
      )}
      <Segmented label="Price type" options={priceTypeOptions} {...register('priceType')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountInput
          currency={currency}
          required={isRecurring}
          hint={isRecurring ? 'What each payment costs.' : 'Empty or 0 is free.'}
        />
        <Combobox
          label="Currency"
          required
          options={currencyOptions}
          value={currency}
          onChange={(code) => change('currency', code)}
          error={errorOf('currency')}
        />
      </div>
      {isRecurring && <CycleFields />}
      {isRecurring && <RecurrencePreview />}
      <PriceChoices formId={formId} />
      <a href="/help/prices" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        How prices, renewals and instalments work
      </a>
    </Section>
  )
}
