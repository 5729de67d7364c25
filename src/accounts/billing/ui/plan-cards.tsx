import { Check } from 'lucide-react'
import { rich } from '#foundation/language/rich.ts'
import { say, t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { catalogue, plans, recommendedPlan } from '../catalogue.ts'
import { billingContract, type Subscription } from '../contract.ts'
import { livePlan } from '../subscription/plan-status.ts'

type Plan = Subscription['plan']

type Props = {
  readonly current: Subscription
  readonly isPartner: boolean
  readonly onChoose: (plan: Plan) => void
}

/** Every plan the seller can choose, with its features. */
export function PlanCards({ current, isPartner, onChoose }: Props) {
  const live = livePlan(current)
  const offered = plans.filter((plan) => isPartner || !catalogue[plan].isForPartners || plan === live)
  // A free plan that is set to end can be replaced at any time.
  const isEnding = current.cancelAtPeriodEnd && catalogue[current.plan].amount > 0
  const mayChange = useMayCall()(billingContract.changePlan)
  const isBlocked = isEnding || current.status === 'past_due'
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="text-xl font-semibold">
        {t('Plans')}
      </h2>
      {live !== null && isBlocked && mayChange && (
        <p className="mt-1 text-muted">
          {isEnding ? t('Resume your plan to change it.') : t('Pay the open amount to change your plan.')}
        </p>
      )}
      <ul
        className={`mt-4 grid gap-5 ${offered.length > 2 ? 'md:grid-cols-2 lg:grid-cols-3' : 'md:grid-cols-2'}`}
      >
        {offered.map((plan) => (
          <PlanOption
            key={plan}
            plan={plan}
            isCurrent={plan === live}
            isOffered={mayChange && plan !== live}
            isDisabled={live !== null && isBlocked}
            label={
              live === null
                ? t('Choose {plan}', { plan: catalogue[plan].name })
                : t('Change to {plan}', { plan: catalogue[plan].name })
            }
            onChoose={() => onChoose(plan)}
          />
        ))}
      </ul>
    </section>
  )
}

type OptionProps = {
  readonly plan: Plan
  readonly isCurrent: boolean
  readonly isOffered: boolean
  readonly isDisabled: boolean
  readonly label: string
  readonly onChoose: () => void
}

const big = 'text-3xl font-bold tracking-tight'

function PlanOption({ plan, isCurrent, isOffered, isDisabled, label, onChoose }: OptionProps) {
  const { name, text, amount, currency, features } = catalogue[plan]
  return (
    <li className={`panel flex flex-col p-6 ${isCurrent ? 'ring-2 ring-brand' : ''}`}>
      <div className="flex items-center gap-3">
        <h3 className="text-lg font-semibold">{name}</h3>
        {isCurrent ? (
          <Badge tone="brand">{t('Your plan')}</Badge>
        ) : (
          plan === recommendedPlan && isOffered && <Badge tone="brand">{t('Recommended')}</Badge>
        )}
      </div>
      <p className="mt-1 text-muted">{say(text)}</p>
      <p className="mt-4">
        {amount === 0 ? (
          <span className={big}>{t('Free')}</span>
        ) : (
          rich('<big>{amount}</big><small> a month</small>', {
            amount: formatAmount(amount, currency).replace(/\.00$/, ''),
            big: <span className={big} />,
            small: <span className="text-muted" />,
          })
        )}
      </p>
      <ul className="mt-5 mb-6 grid gap-2">
        {features.map((feature) => (
          <li key={say(feature)} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            {say(feature)}
          </li>
        ))}
      </ul>
      {isOffered && (
        <Button
          className="mt-auto w-full"
          variant={plan === recommendedPlan ? 'primary' : 'secondary'}
          disabled={isDisabled}
          onClick={onChoose}
        >
          {label}
        </Button>
      )}
    </li>
  )
}
