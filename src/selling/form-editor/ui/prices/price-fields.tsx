import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { say, t } from '#foundation/language/t.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { setupName } from '#payments/pricing/price-purchase.ts'
import {
  billingPeriods,
  type FurtherPrice,
  longestLabel,
  mostPresets,
  periodLabels,
  type openNames,
  type termNames,
} from '#selling/forms/price/further-price.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { Button } from '#web/kit/layout/button.tsx'

type TermValues = Pick<FurtherPrice, (typeof termNames)[number] | 'cancelAfter'>

/** Trial, set-up fee and early payoff of a recurring price, behind a button. */
export function TermsFields({ currency }: { readonly currency: string }) {
  const { field, watch } = useFields<TermValues>()
  const [trialDays, trialAmount, setupAmount] = watch(['trialDays', 'trialAmount', 'setupAmount'])
  const [payoffDiscount, cancelAfter] = watch(['payoffDiscount', 'cancelAfter'])
  const hasAny = [trialDays, trialAmount, setupAmount, payoffDiscount].some((one) => (one ?? 0) !== 0)
  const [isAskedFor, askFor] = useState(false)
  // Stays open while a number is cleared to type another.
  if (hasAny && !isAskedFor) askFor(true)
  if (!hasAny && !isAskedFor) {
    return (
      <Button variant="ghost" className="justify-self-start" onClick={() => askFor(true)}>
        <Plus aria-hidden className="size-5" />
        {cancelAfter > 1 ? t('Trial, set-up fee, paying early') : t('Trial, set-up fee')}
      </Button>
    )
  }
  return (
    <fieldset className="grid animate-rise gap-5 sm:grid-cols-2">
      <legend className="sr-only">{t('Trial, set-up fee and paying early')}</legend>
      <TextInput
        label={t('Trial days')}
        inputMode="numeric"
        hint={t('0 for no trial. The first full payment is due when it ends.')}
        {...field('trialDays', { setValueAs: wholeOf })}
      />
      <AmountInput
        name="trialAmount"
        label={t('Trial price')}
        currency={currency}
        hint={t('Leave empty for a free trial. Buyers still enter a card.')}
      />
      <AmountInput
        name="setupAmount"
        label={t('Set-up fee')}
        currency={currency}
        hint={t('Charged once, with the first payment.')}
      />
      <TextInput
        label={t('Fee name')}
        maxLength={longestLabel}
        placeholder={setupName()}
        hint={t('Shown on the receipt.')}
        {...field('setupLabel')}
      />
      {cancelAfter > 1 && (
        <TextInput
          label={t('Early payoff discount')}
          suffix="%"
          inputMode="numeric"
          hint={t('For buyers who pay the remaining balance early.')}
          {...field('payoffDiscount', { setValueAs: wholeOf })}
        />
      )}
    </fieldset>
  )
}

/** An empty field counts as 0. */
function wholeOf(typed: unknown): number {
  return readWhole(typed) ?? 0
}

type OpenValues = Pick<FurtherPrice, 'suggestedAmount' | 'isOpen'> & {
  presetAmounts: (number | null)[]
}

export const leastHint = () => t('Leave empty or 0 to allow free.')

/** Pay what you want for a one-time price, with the suggested amounts. */
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
        label={t('Pay what you want')}
        hint={t('Buyers choose the amount, from the minimum above.')}
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
            label={t('Suggested amount')}
            currency={currency}
            placeholder=""
            hint={t('Prefilled amount. Leave empty to use the minimum.')}
          />
          <fieldset data-field="presetAmounts" className="grid gap-3">
            <legend className="mb-1.5 font-medium">{t('Buttons')}</legend>
            <p className="text-sm text-muted">{t('Optional amounts buyers can pick with one click.')}</p>
            <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
              {Array.from({ length: mostPresets }, (_, place) => (
                <AmountInput
                  key={place}
                  name={`presetAmounts.${place}`}
                  label={t('Button {number}', { number: place + 1 })}
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

/** The billing cycle of a recurring price. */
export function CycleFields() {
  const { field } = useFields<Pick<FurtherPrice, 'billingInterval' | 'billingPeriod' | 'cancelAfter'>>()
  return (
    <div className="grid animate-rise gap-5 sm:grid-cols-3">
      <TextInput
        label={t('Billing interval')}
        required
        inputMode="numeric"
        info={t('For example, 3 and Monthly charges every three months.')}
        {...field('billingInterval', { setValueAs: readWhole })}
      />
      <Select
        label={t('Billing period')}
        required
        options={billingPeriods.map((value) => ({ value, label: say(periodLabels[value]) }))}
        {...field('billingPeriod')}
      />
      <TextInput
        label={t('Cancel after')}
        required
        inputMode="numeric"
        info={t('Number of payments before it ends automatically. 0 means until canceled.')}
        {...field('cancelAfter', { setValueAs: readWhole })}
      />
    </div>
  )
}
