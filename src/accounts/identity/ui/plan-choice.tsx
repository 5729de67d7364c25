import { catalogue, plans } from '#accounts/billing/catalogue.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { FieldError } from '#web/kit/field.tsx'

/** What the field's values are, `None` for no choice. */
export type PlanValue = (typeof plans)[number] | 'None'

type Props = {
  readonly value: PlanValue
  readonly onChange: (plan: PlanValue) => void
  readonly error: string | undefined
}

export function PlanChoice({ value, onChange, error }: Props) {
  // Partners come by an invitation, which has a page of its own.
  const offered = plans.filter((plan) => !catalogue[plan].isForPartners)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'plan-error'}>
      <legend className="mb-1.5 font-medium">Plan</legend>
      <div className="grid gap-2">
        <Option
          plan="None"
          name="Decide later"
          text={`${catalogue.BASIC.trialDays} days of ${catalogue.BASIC.name}, no card`}
          price="Free"
          isChosen={value === 'None'}
          onChange={onChange}
        />
        {offered.map((plan) => (
          <Option
            key={plan}
            plan={plan}
            name={catalogue[plan].name}
            text={termsOf(plan)}
            price={priceOf(plan)}
            isChosen={value === plan}
            onChange={onChange}
          />
        ))}
      </div>
      <FieldError id="plan-error" message={error} />
    </fieldset>
  )
}

function termsOf(plan: (typeof plans)[number]): string {
  const { trialDays } = catalogue[plan]
  return trialDays > 0 ? `${trialDays} days free, no card` : 'Paid from today'
}

function priceOf(plan: (typeof plans)[number]): string {
  const { amount, currency } = catalogue[plan]
  return `${formatAmount(amount, currency)} a month`
}

type OptionProps = {
  readonly plan: PlanValue
  readonly name: string
  readonly text: string
  readonly price: string
  readonly isChosen: boolean
  readonly onChange: (plan: PlanValue) => void
}

function Option({ plan, name, text, price, isChosen, onChange }: OptionProps) {
  return (
    <label className="relative flex items-center gap-3 rounded-xl border border-edge bg-surface px-3.5 py-2.5 transition hover:border-brand has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <input
        type="radio"
        name="plan"
        value={plan}
        checked={isChosen}
        onChange={() => onChange(plan)}
        className="size-4.5 shrink-0 accent-brand outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
      <span className="text-right text-sm font-medium">{price}</span>
    </label>
  )
}
