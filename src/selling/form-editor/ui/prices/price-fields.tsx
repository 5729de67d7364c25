import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { say, t } from '#foundation/language/t.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { setupName } from '#payments/pricing/price-today.ts'
import {
  billingPeriods,
  type FurtherPrice,
  longestLabel,
  mostPresets,
  periodLabels,
  type openNames,
  termNames,
} from '#selling/forms/price/further-price.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { Chevron } from '#web/kit/layout/chevron.tsx'

type TermValues = Pick<FurtherPrice, (typeof termNames)[number] | 'cancelAfter'>

/** Trial, set-up fee and early payoff of a recurring price, each behind a switch. */
export function TermsFields({ currency }: { readonly currency: string }) {
  const { field, watch } = useFields<TermValues>()
  const [trialDays, trialAmount, setupAmount] = watch(['trialDays', 'trialAmount', 'setupAmount'])
  const [payoffDiscount, cancelAfter] = watch(['payoffDiscount', 'cancelAfter'])
  return (
    <>
      <Term
        label={t('Free or paid trial')}
        hint={t('The first full payment is due when it ends. Buyers enter a card right away.')}
        isUsed={isSet(trialDays) || isSet(trialAmount)}
        begun={{ trialDays: usualTrial }}
        ended={{ trialDays: 0, trialAmount: 0 }}
      >
        <TextInput
          label={t('Trial days')}
          inputMode="numeric"
          {...field('trialDays', { setValueAs: wholeOf })}
        />
        <AmountInput
          name="trialAmount"
          label={t('Trial price')}
          currency={currency}
          hint={t('Leave empty for a free trial.')}
        />
      </Term>
      <Term
        label={t('Set-up fee')}
        hint={t('Charged once, with the first payment.')}
        isUsed={isSet(setupAmount)}
        begun={{}}
        ended={{ setupAmount: 0, setupLabel: '' }}
      >
        <AmountInput name="setupAmount" label={t('Fee amount')} currency={currency} />
        <TextInput
          label={t('Fee name')}
          maxLength={longestLabel}
          placeholder={setupName()}
          hint={t('Shown on the receipt.')}
          {...field('setupLabel')}
        />
      </Term>
      {cancelAfter > 1 && (
        <Term
          label={t('Early payoff')}
          hint={t('A discount for buyers who pay the remaining balance early.')}
          isUsed={isSet(payoffDiscount)}
          begun={{}}
          ended={{ payoffDiscount: 0 }}
        >
          <TextInput
            label={t('Early payoff discount')}
            suffix="%"
            inputMode="numeric"
            {...field('payoffDiscount', { setValueAs: wholeOf })}
          />
        </Term>
      )}
    </>
  )
}

/** The length of a new trial, in days. */
const usualTrial = 7

/** A term with an invalid number also counts as in use, because its error is shown there. */
function isSet(value: number | null | undefined): boolean {
  return (value ?? 0) !== 0
}

type TermProps = {
  readonly label: string
  readonly hint: string
  readonly isUsed: boolean
  /** The values for turning the term on (unless it had values before) and for turning it off. */
  readonly begun: Partial<TermValues>
  readonly ended: Partial<TermValues>
  readonly children: ReactNode
}

/** A term of a price that a switch turns on and off. */
function Term({ label, hint, isUsed, begun, ended, children }: TermProps) {
  const { change } = useFields<TermValues>()
  const [isOn, setIsOn] = useState(isUsed)
  // The switch stays on while a number is cleared to enter another.
  if (isUsed && !isOn) setIsOn(true)
  return (
    <div className="grid gap-4">
      <SwitchRow
        label={label}
        hint={hint}
        checked={isOn}
        onChange={({ target: { checked } }) => {
          setIsOn(checked)
          const changes = checked ? begun : ended
          for (const name of termNames) {
            if (changes[name] !== undefined) change(name, changes[name])
          }
        }}
      />
      {isOn && <div className="grid animate-rise gap-5 sm:grid-cols-2">{children}</div>}
    </div>
  )
}

/** An empty field for an amount counts as 0. */
function wholeOf(typed: unknown): number {
  return readWhole(typed) ?? 0
}

type OpenValues = Pick<FurtherPrice, 'suggestedAmount' | 'isOpen'> & {
  presetAmounts: (number | null)[]
}

export const leastHint = () => t('Leave empty or 0 to allow free.')

/** The pay-what-you-want fields of a one-time price, with the suggested amounts. */
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

type CycleValues = Pick<FurtherPrice, 'billingInterval' | 'billingPeriod' | 'cancelAfter'>

/** The usual number of payments for a price that ends. */
const usualPayments = 3

/** The fields for the billing cycle of a recurring price, as one sentence: every 1 month, until canceled. */
export function CycleFields() {
  const { register, watch, change, errorOf } = useFields<CycleValues>()
  const [interval, cancelAfter] = watch(['billingInterval', 'cancelAfter'])
  const [isLimited, setIsLimited] = useState(cancelAfter !== 0)
  const [last, setLast] = useState(cancelAfter || usualPayments)
  const errorId = useId()
  // The number can also be set from outside, such as by a restored draft.
  if (cancelAfter !== 0 && !isLimited) setIsLimited(true)
  const errors = {
    billingInterval: errorOf('billingInterval'),
    billingPeriod: errorOf('billingPeriod'),
    cancelAfter: errorOf('cancelAfter'),
  }
  const control = (name: keyof CycleValues, label: string, options?: { setValueAs: typeof readWhole }) => ({
    'aria-label': label,
    'aria-required': true,
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': errors[name] === undefined ? undefined : `${errorId}-${name}`,
    ...register(name, options),
  })
  return (
    <div className="grid animate-rise gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
        <span>{t('Every')}</span>
        <input
          inputMode="numeric"
          className="control max-w-14 px-3"
          {...control('billingInterval', t('Billing interval'), { setValueAs: readWhole })}
        />
        <Choice {...control('billingPeriod', t('Billing period'))}>
          {billingPeriods.map((value) => (
            <option key={value} value={value} label={cycleUnit(value, interval)}>
              {say(periodLabels[value])}
            </option>
          ))}
        </Choice>
        <Choice
          aria-label={t('Ends')}
          value={isLimited ? 'limited' : 'open'}
          onChange={({ target: { value } }) => {
            const isNext = value === 'limited'
            setIsLimited(isNext)
            if (!isNext && cancelAfter > 0) setLast(cancelAfter)
            change('cancelAfter', isNext ? last : 0)
          }}
        >
          <option value="open">{t('until canceled')}</option>
          <option value="limited">{t('ending after')}</option>
        </Choice>
        {isLimited && (
          <span className="flex items-center gap-2">
            <input
              inputMode="numeric"
              className="control max-w-14 px-3"
              {...control('cancelAfter', t('Cancel after'), { setValueAs: readWhole })}
            />
            <span>
              {t('{number, plural, one {payment} other {payments}}', { number: numberOr1(cancelAfter) })}
            </span>
          </span>
        )}
      </div>
      {Object.entries(errors).map(([name, message]) => (
        <FieldError key={name} id={`${errorId}-${name}`} message={message} />
      ))}
    </div>
  )
}

/** A choice within a sentence. */
function Choice(props: ComponentProps<'select'>) {
  return (
    <span className="relative">
      <select {...props} className="control appearance-none pr-9 pl-3" />
      <Chevron />
    </span>
  )
}

function numberOr1(count: number): number {
  return Number.isFinite(count) ? count : 1
}

function cycleUnit(period: FurtherPrice['billingPeriod'], count: number): string {
  const number = numberOr1(count)
  return {
    Daily: t('{number, plural, one {day} other {days}}', { number }),
    Weekly: t('{number, plural, one {week} other {weeks}}', { number }),
    Monthly: t('{number, plural, one {month} other {months}}', { number }),
    Yearly: t('{number, plural, one {year} other {years}}', { number }),
  }[period]
}
