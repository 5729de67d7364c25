import { Check } from 'lucide-react'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { catalogue, plans, recommendedPlan } from '#accounts/billing/catalogue.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'

export type PlanValue = (typeof plans)[number]

type Props = {
  readonly value: PlanValue
  readonly onChange: (plan: PlanValue) => void
  readonly error: string | undefined
}

export function PlanChoice({ value, onChange, error }: Props) {
  // Partners come through an invitation, which has its own page.
  const offered = plans.filter((plan) => !catalogue[plan].isForPartners)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'plan-error'}>
      <legend className="mb-1.5 font-medium">{t('Plan')}</legend>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        {offered.map((plan) => (
          <Option key={plan} plan={plan} isChosen={value === plan} onChange={onChange} />
        ))}
      </div>
      <FieldError id="plan-error" message={error} />
    </fieldset>
  )
}

type OptionProps = {
  readonly plan: PlanValue
  readonly isChosen: boolean
  readonly onChange: (plan: PlanValue) => void
}

function Option({ plan, isChosen, onChange }: OptionProps) {
  const { name, amount, currency, trialDays, features } = catalogue[plan]
  const price = t('{amount} a month', { amount: formatAmount(amount, currency) })
  const line = <strong className="block" />
  return (
    <label className="group relative flex flex-col rounded-xl border border-edge bg-surface p-3.5 transition hover:border-brand has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <span className="flex items-center gap-2.5 font-semibold">
        <input
          type="radio"
          name="plan"
          value={plan}
          checked={isChosen}
          onChange={() => onChange(plan)}
          aria-labelledby={`plan-${plan} price-${plan}`}
          aria-describedby={`opens-${plan}`}
          className="size-4.5 shrink-0 accent-brand outline-none"
        />
        <span id={`plan-${plan}`}>{name}</span>
        {plan === recommendedPlan && (
          <span className="absolute -top-3 right-3">
            <Badge tone="solid">{t('Recommended')}</Badge>
          </span>
        )}
      </span>
      <span id={`price-${plan}`} className="mt-1 text-sm">
        {trialDays > 0
          ? rich('<b>{trialDays} days free, no card</b> then {price} if you stay', {
              b: line,
              trialDays,
              price,
            })
          : rich('<b>{price}</b> starting today', { b: line, price })}
      </span>
      {/* On a phone, only the chosen plan shows its features, so that the button appears sooner. */}
      <span
        id={`opens-${plan}`}
        className="mt-2.5 grid gap-1 text-sm text-muted max-sm:not-group-has-checked:hidden"
      >
        {features.map((feature) => (
          <span key={say(feature)} className="flex gap-1.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            <span>{say(feature)} </span>
          </span>
        ))}
      </span>
    </label>
  )
}
