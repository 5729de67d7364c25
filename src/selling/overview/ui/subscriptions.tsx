import { useQuery } from '@tanstack/react-query'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { recurringContract } from '#selling/recurring/contract.ts'
import { recurringQuery } from '#selling/recurring/ui/queries.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { cancelReasonLabels } from '#selling/sales/ui/cancel-reasons.ts'
import { salesPath, type ShownFilter } from '#selling/sales/ui/filter/sale-search.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { Card, Cards } from '#selling/sales/ui/numbers/card.tsx'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'

type Props = {
  readonly subscriptions: Dashboard['subscriptions']
  /** The currency of the recurring revenue. */
  readonly currency: string | undefined
}

/**
 * The paying subscriptions with their value, and the subscriptions that began and ended in the period. Others are
 * below, if there are any.
 */
export function SubscriptionCards({ subscriptions, currency }: Props) {
  const { active, trialing, paused, canceling, pastDue, started, ended, previousStarted, previousEnded } =
    subscriptions
  const { trialsStarted, trialsConverted, paidEarly, left } = subscriptions
  const mrr = useRecurringRevenue(currency)
  const others = [
    { count: pastDue, status: 'past_due', text: t('{count} past due', { count: countText(pastDue) }) },
    { count: canceling, status: 'canceling', text: t('{count} canceling', { count: countText(canceling) }) },
    { count: trialing, status: 'trialing', text: t('{count} trialing', { count: countText(trialing) }) },
    { count: paused, status: 'paused', text: t('{count} paused', { count: countText(paused) }) },
  ] as const satisfies readonly Other[]
  const early = t('{paidEarly, plural, one {# plan paid off early} other {{shown} plans paid off early}}', {
    paidEarly,
    shown: countText(paidEarly),
  })
  return (
    <FoldPanel title={t('Subscriptions')} note={t('{active} active', { active: countText(active) })}>
      <Cards
        label={t('Subscription numbers')}
        isPlain
        facts={[
          ...others.flatMap(({ count, status, text }) =>
            count === 0
              ? []
              : [
                  <li key={status} className={status === 'past_due' ? 'font-medium text-warning' : ''}>
                    <NumberLink to={salesPath({ subscription: status })} of={t('Subscriptions')}>
                      {text}
                    </NumberLink>
                  </li>,
                ],
          ),
          paidEarly > 0 && <li key="early">{early}</li>,
          ...left.map(({ reason, count }) => (
            <li key={reason}>
              {t('{count} canceled: {reason}', {
                count: countText(count),
                reason: say(cancelReasonLabels[reason]),
              })}
            </li>
          )),
        ]}
      >
        {mrr !== undefined && currency !== undefined && (
          <Card
            name={t('MRR')}
            info={t(
              'Monthly recurring revenue: what all paid subscriptions with no fixed end date are worth in a month, before tax. Trials, pauses and plans do not count.',
            )}
            value={mrr}
            format={(minor) => formatAmount(minor, currency)}
          />
        )}
        <Card
          name={t('Active')}
          info={t('Subscriptions that will renew, with no failed payment and not in trial.')}
          value={active}
          rows={salesPath({ subscription: 'active' })}
        />
        <Card
          name={t('Started')}
          info={t('Subscriptions whose first payment was in this period.')}
          value={started}
          before={previousStarted}
        />
        <Card
          name={t('Ended')}
          info={t('Subscriptions that ended in this period: canceled or fully paid.')}
          value={ended}
          before={previousEnded}
          isBetterLess
        />
        {trialsStarted + trialsConverted > 0 && (
          <>
            <Card
              name={t('Trials started')}
              info={t('Trials that began in this period.')}
              value={trialsStarted}
            />
            <Card
              name={t('Trial conversions')}
              info={t('Trials that ended in this period with their first full payment.')}
              value={trialsConverted}
            />
          </>
        )}
      </Cards>
    </FoldPanel>
  )
}

type Other = {
  readonly count: number
  readonly status: NonNullable<ShownFilter['subscription']>
  readonly text: string
}

/** The MRR now in minor units, or undefined if there is none or it is not known yet. */
function useRecurringRevenue(currency: string | undefined): number | undefined {
  const mayCall = useMayCall()
  const { data } = useQuery({
    ...recurringQuery({ zone: useZone() }),
    enabled: mayCall(recurringContract.getRecurring),
    refetchInterval: false,
  })
  return data?.currencies?.find((one) => one.currency === currency)?.months.at(-1)?.end.amount
}
