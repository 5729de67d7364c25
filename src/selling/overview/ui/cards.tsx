import { say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { cancelReasonLabels } from '#selling/sales/ui/cancel-reasons.ts'
import type { Days } from '#selling/sales/ui/day-spans.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { AfterFees } from './after-fees.tsx'
import { Card, Cards } from './card.tsx'
import { NumberLink } from './number-link.tsx'

type MoneyProps = {
  readonly money: Dashboard['currencies'][number]
  /** The days that the numbers cover, and the form they are about, if it is only one. */
  readonly days: Days & { readonly form?: string }
  /** The exact period, if fees are needed. A single form's fees are unknown. */
  readonly span?: Pick<Dashboard, 'from' | 'to'> | undefined
  /** How many of the sales are orders, or undefined if some of them are in other currencies. */
  readonly orders: number | undefined
}

export function MoneyCards({ money, days, span, orders }: MoneyProps) {
  const { currency, current, previous } = money
  const sold = salesPath({ ...days, currency, status: 'sold' })
  const amount = (minor: number) => formatAmount(minor, currency)
  return (
    <Cards label={t('Revenue')} facts={moneyFacts({ money, days, span, orders })}>
      <Card
        name={t('Net revenue')}
        info={
          span === undefined
            ? t('Payments minus refunds and disputes, including tax.')
            : t(
                'Payments minus refunds and disputes, including tax. The after-fees amount also subtracts Stripe and Tillform fees.',
              )
        }
        value={current.net}
        before={previous.net}
        format={amount}
      />
      <Card
        name={t('Gross revenue')}
        info={t('All payments in this period, including tax: orders, offers and renewals.')}
        value={current.gross}
        before={previous.gross}
        format={amount}
        rows={sold}
      />
      <Card
        name={t('Refunds and disputes')}
        info={t('Refunds made and disputes opened in this period, even for older purchases.')}
        value={current.refunds + current.disputes}
        before={previous.refunds + previous.disputes}
        format={amount}
        rows={salesPath({ ...days, currency, status: 'returned' })}
        isBetterLess
      />
      <Card
        name={t('Sales')}
        info={t(
          'Number of orders, offers and renewals, including free ones. The average is gross revenue divided by this number.',
        )}
        value={current.purchases}
        before={previous.purchases}
        rows={sold}
      />
    </Cards>
  )
}

function moneyFacts({ money: { currency, current, partlyRefunded }, days, span, orders }: MoneyProps) {
  const { gross, net, tax, average, disputes, purchases } = current
  const own = (minor: number) => <Own>{formatAmount(minor, currency)}</Own>
  return [
    span !== undefined && gross > 0 && (
      <AfterFees key="fees" currency={currency} net={net} from={span.from} to={span.to} />
    ),
    orders !== undefined && orders < purchases && <li key="orders">{salesText(orders, purchases)}</li>,
    tax !== 0 && <li key="tax">{rich('{tax} of net revenue is tax', { tax: own(tax) })}</li>,
    average !== null && (
      <li key="average">{rich('Sales of {amount} on average', { amount: own(average) })}</li>
    ),
    disputes > 0 && <li key="disputes">{rich('{amount} in disputes', { amount: own(disputes) })}</li>,
    partlyRefunded > 0 && (
      <li key="partly">
        <NumberLink
          to={salesPath({ ...days, currency, status: 'partially_refunded' })}
          of={t('Partly refunded')}
        >
          {t('{partlyRefunded, plural, other {{shown} partly refunded}}', {
            partlyRefunded,
            shown: countText(partlyRefunded),
          })}
        </NumberLink>
      </li>
    ),
  ]
}

/** The orders of a period with sales in one currency. */
export function ordersOf({ currencies, activity }: Dashboard): number | undefined {
  return currencies.length === 1 ? activity.current.orders : undefined
}

function salesText(orders: number, sales: number): string {
  const further = sales - orders
  return t(
    'Sales: {orders, plural, one {# order} other {{shown} orders}}, {further, plural, one {# offer or renewal} other {{shownFurther} offers and renewals}}',
    { orders, shown: countText(orders), further, shownFurther: countText(further) },
  )
}

type ActivityProps = { readonly activity: Dashboard['activity'] }

export function ActivityCards({ activity: { current, previous } }: ActivityProps) {
  const counts = (part: number, all: number) =>
    t('{part} of {all}', { part: countText(part), all: countText(all) })
  return (
    <Cards label={t('Activity')}>
      <Card
        name={t('Page views')}
        info={t(
          'Page views, not unique visitors. Includes reloads and your own visits, excludes known bots.',
        )}
        value={current.views}
        before={previous.views}
      />
      <Card
        name={t('Conversion')}
        info={t(
          'Paid orders per 100 page views, across all forms and currencies. Offers and renewals do not count as orders.',
        )}
        value={rateOf(current.orders, current.views)}
        before={rateOf(previous.orders, previous.views)}
        format={rateText}
        counts={counts(current.orders, current.views)}
      />
      <Card
        name={t('Bump take rate')}
        info={t('Share of offered order bumps that buyers added to paid orders.')}
        value={rateOf(current.bumpsTaken, current.bumpsOffered)}
        before={rateOf(previous.bumpsTaken, previous.bumpsOffered)}
        format={rateText}
        counts={counts(current.bumpsTaken, current.bumpsOffered)}
      />
      <Card
        name={t('Offer take rate')}
        info={t('Share of one-time offers that buyers accepted. Undone offers do not count.')}
        value={rateOf(current.offersTaken, current.offersShown)}
        before={rateOf(previous.offersTaken, previous.offersShown)}
        format={rateText}
        counts={counts(current.offersTaken, current.offersShown)}
      />
    </Cards>
  )
}

type SubscriptionProps = { readonly subscriptions: Dashboard['subscriptions'] }

/** Current subscriptions, then those of the period. Trials are hidden for sellers without any. */
export function SubscriptionCards({ subscriptions }: SubscriptionProps) {
  const { active, trialing, paused, canceling, pastDue, started, ended, previousStarted, previousEnded } =
    subscriptions
  const { trialsStarted, trialsConverted, paidEarly, left } = subscriptions
  const hasTrials = trialsStarted + trialsConverted > 0
  const early = t('{paidEarly, plural, one {# plan paid off early} other {{shown} plans paid off early}}', {
    paidEarly,
    shown: countText(paidEarly),
  })
  return (
    <FoldPanel title={t('Subscriptions')} note={t('{active} active', { active: countText(active) })}>
      <Cards
        label={t('Subscription numbers')}
        isPlain
        facts={
          (paidEarly > 0 || left.length > 0) && (
            <>
              {paidEarly > 0 && <li>{early}</li>}
              {left.map(({ reason, count }) => (
                <li key={reason}>
                  {t('{count} canceled: {reason}', {
                    count: countText(count),
                    reason: say(cancelReasonLabels[reason]),
                  })}
                </li>
              ))}
            </>
          )
        }
      >
        <Card
          name={t('Active')}
          info={t('Subscriptions that will renew, with no failed payment and not in trial.')}
          value={active}
          rows={salesPath({ subscription: 'active' })}
        />
        <Card
          name={t('Trialing')}
          info={t('Subscriptions still in trial that will renew after it.')}
          value={trialing}
          rows={salesPath({ subscription: 'trialing' })}
        />
        <Card
          name={t('Paused')}
          info={t(
            'Subscriptions with a pause or a skipped payment, now or at the end of the paid period. They renew afterwards.',
          )}
          value={paused}
          rows={salesPath({ subscription: 'paused' })}
        />
        <Card
          name={t('Canceling')}
          info={t('Canceled subscriptions that run until the end of their trial or paid period.')}
          value={canceling}
          rows={salesPath({ subscription: 'canceling' })}
        />
        <Card
          name={t('Past due')}
          info={t('Subscriptions with a failed payment. We retry the card and ask the buyer to update it.')}
          value={pastDue}
          rows={salesPath({ subscription: 'past_due' })}
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
        {hasTrials && (
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
