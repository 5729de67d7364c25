import { currencies } from '#foundation/money/currencies.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { Combobox } from '#web/kit/combobox.tsx'
import { Section } from '#web/kit/section.tsx'
import { Segmented } from '#web/kit/segmented.tsx'
import { Select } from '#web/kit/select.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { priceTypeLabels } from '../contract.ts'
import { billingPeriods, priceTypes } from '../form-fields.ts'
import { numberOf } from './number-of.ts'
import { RecurrencePreview } from './recurrence-preview.tsx'
import { useFormFields } from './use-form-fields.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))
const priceTypeOptions = priceTypes.map((value) => ({ value, label: priceTypeLabels[value] }))
const periodOptions = billingPeriods.map((value) => ({ value, label: value }))

export function PriceSection() {
  const { register, change, watch, errorOf } = useFormFields()
  const currency = watch('currency')
  const isRecurring = watch('priceType') === 'RecurringPrice'
  return (
    <Section title="Price" lead="What it costs, and whether buyers pay once or repeatedly.">
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
      {isRecurring && (
        <div className="grid animate-rise gap-5 sm:grid-cols-3">
          <TextInput
            label="Billing interval"
            required
            type="number"
            min={1}
            inputMode="numeric"
            info="How many periods there are between payments: 3 and Monthly means every three months."
            error={errorOf('billingInterval')}
            {...register('billingInterval', { setValueAs: numberOf })}
          />
          <Select
            label="Billing period"
            required
            options={periodOptions}
            error={errorOf('billingPeriod')}
            {...register('billingPeriod')}
          />
          <TextInput
            label="Cancel after"
            required
            type="number"
            min={0}
            inputMode="numeric"
            info="After how many payments it ends automatically. 0: it continues until it is canceled."
            error={errorOf('cancelAfter')}
            {...register('cancelAfter', { setValueAs: numberOf })}
          />
        </div>
      )}
      {isRecurring && <RecurrencePreview />}
      <a href="/help/prices" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        How prices, renewals and instalments work
      </a>
    </Section>
  )
}
