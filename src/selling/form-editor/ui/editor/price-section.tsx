import { useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { type Form, priceTypeLabels } from '#selling/forms/contract.ts'
import { longestLabel, priceTypes } from '#selling/forms/price/further-price.ts'
import { offeredIn } from '#selling/form-editor/ui/prices/arrange-prices.ts'
import { openText, withTerms } from '#selling/form-editor/ui/prices/price-sentence.ts'
import { recurrenceText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { readWhole } from '#foundation/typed/read-number.ts'
import { PayoutEstimate } from '../prices/payout-estimate.tsx'
import { PriceChoices } from '../prices/price-choices.tsx'
import { TermsFields, leastHint, OpenFields, CycleFields } from '../prices/price-fields.tsx'
import { useFormFields } from './use-form-fields.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))

/** `stored` is the edited form, or null for a new one. */
export function PriceSection({ stored }: { readonly stored: Form | null }) {
  const { field, register, watch, change, errorOf } = useFormFields()
  const currency = watch('currency')
  const hasChoice = watch('prices').length > 0
  const isRecurring = watch('priceType') === 'RecurringPrice'
  const isOpen = !isRecurring && watch('isOpen')
  return (
    <Section title={t('Price')} lead={t('Set the price, one-time or recurring.')}>
      {hasChoice && (
        <TextInput
          label={t('First price name')}
          maxLength={longestLabel}
          placeholder={t('Pay in full')}
          hint={t('Buyers see this name when they choose and on the receipt. The other prices are below.')}
          {...field('priceLabel')}
        />
      )}
      <Segmented
        label={t('Price type')}
        options={priceTypes.map((value) => ({ value, label: say(priceTypeLabels[value]) }))}
        {...register('priceType')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <AmountInput
          currency={currency}
          required={isRecurring}
          label={isOpen ? t('Minimum') : t('Amount')}
          hint={
            isRecurring ? t('The amount of each payment.') : isOpen ? leastHint() : t('Leave empty for free.')
          }
        />
        <Combobox
          label={t('Currency')}
          required
          options={currencyOptions}
          value={currency}
          onChange={(code) => change('currency', code)}
          error={errorOf('currency')}
        />
      </div>
      <PayoutEstimate currency={currency} />
      {!isRecurring && <OpenFields currency={currency} />}
      {isOpen && <OpenPreview />}
      {isRecurring && <CycleFields />}
      {isRecurring && <RecurrencePreview />}
      {isRecurring && <TermsFields currency={currency} />}
      <PriceChoices formId={stored?.id ?? null} />
      <QuantitySection />
      <StockSection taken={stored?.stockTaken ?? null} />
      <a href="/help/prices" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        {t('How prices, renewals and installments work')}
      </a>
    </Section>
  )
}

function OpenPreview() {
  const { watch } = useFormFields()
  const [isOpen, suggestedAmount, presetAmounts] = watch(['isOpen', 'suggestedAmount', 'presetAmounts'])
  const offered = offeredIn({ isOpen, suggestedAmount, presetAmounts })
  return (
    <p className="animate-appear rounded-2xl bg-brand-soft px-4 py-3 text-pretty">
      {t('{sentence}.', {
        sentence: openText({ ...offered, amount: watch('amount') ?? 0 }, watch('currency')),
      })}
    </p>
  )
}

/** For a daily price, the total over this many days is shown, because most sellers meant to enter a monthly price. */
const daysShown = 30

/** A recurring price as buyers will read it, once it is valid. */
function RecurrencePreview() {
  const { watch } = useFormFields()
  const [today] = useState(() => Date.now())
  const [amount, currency] = [watch('amount') ?? 0, watch('currency')]
  const [billingInterval, billingPeriod] = [watch('billingInterval'), watch('billingPeriod')]
  const cancelAfter = watch('cancelAfter')
  const trialDays = watch('trialDays')
  const isPlan =
    isWithin(billingInterval, 1, 1_095) && isWithin(cancelAfter, 0, 10_000) && isWithin(trialDays, 0, 1_095)
  if (!isPlan || billingPeriod === undefined || !(amount > 0)) return null
  const terms = {
    trialDays,
    trialAmount: watch('trialAmount') ?? 0,
    setupAmount: watch('setupAmount') ?? 0,
  }
  const recurrence = { billingInterval, billingPeriod, cancelAfter }
  const price = withTerms(
    recurrenceText(recurrence, shownAmount(amount, currency), trialEndAt(today, trialDays)),
    terms,
    currency,
  )
  return (
    <p className="animate-appear rounded-2xl bg-brand-soft px-4 py-3 text-pretty">
      {rich('Today’s buyers pay <strong>{price}</strong>.', { strong: <strong />, price })}
      {billingPeriod === 'Daily' && cancelAfter === 0 && (
        <>
          {' '}
          {t('That is {total} in {days} days.', {
            total: shownAmount(amount * Math.floor(daysShown / billingInterval), currency),
            days: daysShown,
          })}
        </>
      )}
    </p>
  )
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

/** The initial limit. */
const firstLimit = 100

/** The stock limit behind a switch. `taken` items of the stored limit are sold or in checkout. */
function StockSection({ taken }: { readonly taken: number | null }) {
  const { field, watch, change } = useFormFields()
  const limit = watch('stockLimit') ?? null
  const isOn = limit !== null
  const [last, setLast] = useState(firstLimit)
  return (
    <div data-field="stockLimit" className="grid gap-4">
      <SwitchRow
        label={t('Limit quantity')}
        hint={t('Then the page shows “Sold out”. Renewals do not count.')}
        checked={isOn}
        onChange={({ target: { checked } }) => {
          if (limit !== null && !Number.isNaN(limit)) setLast(limit)
          change('stockLimit', checked ? last : null)
        }}
      />
      {isOn && (
        <TextInput
          label={t('Quantity available')}
          required
          inputMode="numeric"
          hint={
            taken === null
              ? t('Counts from when you save. The page shows when 10 or fewer are left.')
              : t('{taken} sold or in checkout. Refunds do not restock. Raise the number to sell again.', {
                  taken,
                })
          }
          {...field('stockLimit', { setValueAs: countOf })}
        />
      )}
    </div>
  )
}

/** A required number: NaN while it is empty, so that the check reports it, or null if it is switched off. */
export function countOf(typed: unknown): number | null {
  return typed === null ? null : (readWhole(typed) ?? Number.NaN)
}

const one = { quantityLabel: '', quantityMin: 1, quantityMax: 1 }
/** The initial quantities. */
const firstCounts = { ...one, quantityMax: 10 }

/** The quantity per order, behind a switch. */
function QuantitySection() {
  const { field, watch, changeAll } = useFormFields()
  const [quantityLabel, quantityMin, quantityMax] = watch(['quantityLabel', 'quantityMin', 'quantityMax'])
  const isMoreThanOne = quantityMin !== 1 || quantityMax !== 1
  const [last, setLast] = useState<Parameters<typeof changeAll>[0]>(firstCounts)
  const [isOn, setIsOn] = useState(false)
  // The switch stays on while the seller types the 1 of 12.
  if (!isOn && isMoreThanOne) setIsOn(true)
  return (
    <div data-field="quantityMax" className="grid gap-4">
      <SwitchRow
        label={t('Let buyers choose a quantity')}
        hint={t('The price is per item. Order bumps are added once.')}
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
            label={t('Label')}
            maxLength={60}
            placeholder={t('Quantity')}
            {...field('quantityLabel')}
          />
          <TextInput
            label={t('Minimum quantity')}
            required
            inputMode="numeric"
            {...field('quantityMin', { setValueAs: readWhole })}
          />
          <TextInput
            label={t('Maximum quantity')}
            required
            inputMode="numeric"
            {...field('quantityMax', { setValueAs: readWhole })}
          />
        </div>
      )}
    </div>
  )
}
