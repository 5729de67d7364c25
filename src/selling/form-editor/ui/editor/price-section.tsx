import { currencies } from '#foundation/money/currencies.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { priceTypeLabels, type Form } from '#selling/forms/contract.ts'
import { longestLabel, priceTypes } from '#selling/forms/price/further-price.ts'
import { CycleFields } from '../prices/cycle-fields.tsx'
import { leastHint, OpenFields } from '../prices/open-fields.tsx'
import { OpenPreview } from '../prices/open-preview.tsx'
import { PriceChoices } from '../prices/price-choices.tsx'
import { TermsFields } from '../prices/terms-fields.tsx'
import { QuantitySection } from './quantity-section.tsx'
import { RecurrencePreview } from './recurrence-preview.tsx'
import { StockSection } from './stock-section.tsx'
import { useFormFields } from './use-form-fields.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))
const priceTypeOptions = priceTypes.map((value) => ({ value, label: priceTypeLabels[value] }))

/** `stored` is the form that is edited; null: a new one. */
export function PriceSection({ stored }: { readonly stored: Form | null }) {
  const { register, change, watch, errorOf } = useFormFields()
  const currency = watch('currency')
  const hasChoice = watch('prices').length > 0
  const isRecurring = watch('priceType') === 'RecurringPrice'
  const isOpen = !isRecurring && watch('isOpen')
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
          label={isOpen ? 'Minimum' : 'Amount'}
          hint={isRecurring ? 'What each payment costs.' : isOpen ? leastHint : 'Empty or 0 is free.'}
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
      {!isRecurring && <OpenFields currency={currency} />}
      {isOpen && <OpenPreview />}
      {isRecurring && <CycleFields />}
      {isRecurring && <TermsFields currency={currency} />}
      {isRecurring && <RecurrencePreview />}
      <PriceChoices formId={stored?.id ?? null} />
      <QuantitySection />
      <StockSection taken={stored?.stockTaken ?? null} />
      <a href="/help/prices" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        How prices, renewals and installments work
      </a>
    </Section>
  )
}
