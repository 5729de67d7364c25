import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { InfoTip } from '#web/kit/layout/info-tip.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import type { Days } from '#selling/sales/ui/day-spans.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { AfterFees } from './after-fees.tsx'
import { NumberLink } from './number-link.tsx'
import { changeOf, countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'

type MoneyProps = {
  readonly money: Dashboard['currencies'][number]
  /** The days the numbers cover, and the form they are about, if it is only one. */
  readonly days: Days & { readonly form?: string }
  /** The exact period, if the fees are of interest; a single form's are unknown. */
  readonly span?: Pick<Dashboard, 'from' | 'to'>
}

export function MoneyCards({ money, days, span }: MoneyProps) {
  const { currency, current, previous, partlyRefunded } = money
  const sold = salesPath({ ...days, currency, status: 'sold' })
  const amount = (minor: number) => formatAmount(minor, currency)
  const returned = current.refunds + current.disputes
  return (
    <Cards label={t('Revenue')}>
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
        note={
          <>
            {current.tax !== 0 && (
              <span className="block">
                {rich('{tax} of which is tax', { tax: <Own>{amount(current.tax)}</Own> })}
              </span>
            )}
            {span !== undefined && current.gross > 0 && (
              <span className="block">
                <AfterFees currency={currency} net={current.net} from={span.from} to={span.to} />
              </span>
            )}
          </>
        }
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
        value={returned}
        before={previous.refunds + previous.disputes}
        format={amount}
        rows={salesPath({ ...days, currency, status: 'returned' })}
        isBetterLess
        note={
          current.disputes === 0 ? undefined : t('{amount} in disputes', { amount: amount(current.disputes) })
        }
      />
      <Card
        name={t('Purchases')}
        info={t(
          'Number of orders, offers and renewals, including free ones. The average is gross revenue divided by this number.',
        )}
        value={current.purchases}
        before={previous.purchases}
        format={countText}
        rows={sold}
        note={
          <>
            {current.average !== null && (
              <span className="block">
                {rich('{amount} on average', { amount: <Own>{amount(current.average)}</Own> })}
              </span>
            )}
            {partlyRefunded > 0 && (
              <span className="block py-0.5">
                <NumberLink
                  to={salesPath({ ...days, currency, status: 'partially_refunded' })}
                  of={t('Partly refunded')}
                >
                  {t('{partlyRefunded, plural, other {{shown} partly refunded}}', {
                    partlyRefunded,
                    shown: countText(partlyRefunded),
                  })}
                </NumberLink>
              </span>
            )}
          </>
        }
      />
    </Cards>
  )
}

type ActivityProps = { readonly activity: Dashboard['activity'] }

export function ActivityCards({ activity: { current, previous } }: ActivityProps) {
  return (
    <Cards label={t('Activity')}>
      <Card
        name={t('Page views')}
        info={t(
          'Page views, not unique visitors. Includes reloads and your own visits, excludes known bots.',
        )}
        value={current.views}
        before={previous.views}
        format={countText}
      />
      <Card
        name={t('Conversion')}
        info={t(
          'Paid orders per 100 page views, across all forms and currencies. Offers and renewals do not count as orders.',
        )}
        value={rateOf(current.orders, current.views)}
        before={rateOf(previous.orders, previous.views)}
        format={rateText}
        note={t('{orders, plural, one {# order} other {{shown} orders}}', {
          orders: current.orders,
          shown: countText(current.orders),
        })}
      />
      <Card
        name={t('Bump take rate')}
        info={t('Share of offered order bumps that buyers added to paid orders.')}
        value={rateOf(current.bumpsTaken, current.bumpsOffered)}
        before={rateOf(previous.bumpsTaken, previous.bumpsOffered)}
        format={rateText}
        note={t('{taken} of {offered}', {
          taken: countText(current.bumpsTaken),
          offered: countText(current.bumpsOffered),
        })}
      />
      <Card
        name={t('Offer take rate')}
        info={t('Share of one-time offers that buyers accepted. Undone offers do not count.')}
        value={rateOf(current.offersTaken, current.offersShown)}
        before={rateOf(previous.offersTaken, previous.offersShown)}
        format={rateText}
        note={t('{taken} of {offered}', {
          taken: countText(current.offersTaken),
          offered: countText(current.offersShown),
        })}
      />
    </Cards>
  )
}

type SubscriptionProps = { readonly subscriptions: Dashboard['subscriptions'] }

export function SubscriptionCards({ subscriptions }: SubscriptionProps) {
  const { active, pastDue, started, ended, previousStarted, previousEnded } = subscriptions
  return (
    <section aria-labelledby="recurring">
      <h2 id="recurring" className="mb-4 text-xl font-semibold">
        {t('Subscriptions')}
      </h2>
      <Cards label={t('Subscriptions')}>
        <Card
          name={t('Active now')}
          info={t('Active subscriptions with no failed payment.')}
          value={active}
          format={countText}
          rows={salesPath({ subscription: 'active' })}
        />
        <Card
          name={t('Past due')}
          info={t('Subscriptions with a failed payment. We retry the card and ask the buyer to update it.')}
          value={pastDue}
          format={countText}
          rows={salesPath({ subscription: 'past_due' })}
        />
        <Card
          name={t('Started')}
          info={t('Subscriptions whose first payment was in this period.')}
          value={started}
          before={previousStarted}
          format={countText}
        />
        <Card
          name={t('Ended')}
          info={t('Subscriptions that ended in this period: canceled or fully paid.')}
          value={ended}
          before={previousEnded}
          format={countText}
          isBetterLess
        />
      </Cards>
      <TrialCards subscriptions={subscriptions} />
    </section>
  )
}

/** Hidden for sellers without trials or installments. */
function TrialCards({ subscriptions }: SubscriptionProps) {
  const { trialing, trialsStarted, trialsConverted, paidEarly } = subscriptions
  if (trialing + trialsStarted + trialsConverted + paidEarly === 0) return null
  return (
    <div className="mt-4">
      <Cards label={t('Trials and early payoffs')}>
        <Card
          name={t('In trial now')}
          info={t('Subscriptions still in trial.')}
          value={trialing}
          format={countText}
        />
        <Card
          name={t('Trials started')}
          info={t('Trials that began in this period.')}
          value={trialsStarted}
          format={countText}
        />
        <Card
          name={t('Trial conversions')}
          info={t('Trials that ended in this period with their first full payment.')}
          value={trialsConverted}
          format={countText}
        />
        <Card
          name={t('Paid off early')}
          info={t('Payment plans paid off early in this period.')}
          value={paidEarly}
          format={countText}
        />
      </Cards>
    </div>
  )
}

type CardsProps = { readonly label: string; readonly children: ReactNode }

/** Rows on phones, cards on wide screens. */
function Cards({ label, children }: CardsProps) {
  return (
    <section aria-label={label}>
      <dl className="panel grid grid-cols-1 divide-y divide-line sm:grid-cols-2 sm:divide-y-0 lg:grid-cols-4">
        {children}
      </dl>
    </section>
  )
}

type CardProps = {
  readonly name: string
  readonly info: string
  readonly value: number | null
  /** The value of the previous period; absent if there is nothing to compare with. */
  readonly before?: number | null
  readonly format: (value: number) => string
  readonly note?: ReactNode
  /** The list of the counted purchases. */
  readonly rows?: string
  readonly isBetterLess?: boolean
}

function Card({ name, info, value, before = null, format, note, rows, isBetterLess = false }: CardProps) {
  const shown = value === null ? '–' : format(value)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-4 sm:block sm:py-5">
      <dt className="flex items-center gap-1 text-muted">
        {name}
        <InfoTip about={name} text={info} />
      </dt>
      <dd className="text-xl font-semibold tabular-nums sm:mt-1 sm:text-2xl">
        {rows === undefined || value === 0 ? (
          shown
        ) : (
          <NumberLink to={rows} of={name}>
            {shown}
          </NumberLink>
        )}
      </dd>
      <dd className="flex w-full flex-wrap gap-x-3 text-sm text-muted sm:mt-1 sm:block">
        {note !== undefined && <span className="sm:block">{note}</span>}
        <Comparison value={value} before={before} format={format} isBetterLess={isBetterLess} />
      </dd>
    </div>
  )
}

type ComparisonProps = Required<Pick<CardProps, 'value' | 'before' | 'format' | 'isBetterLess'>>

function Comparison({ value, before, format, isBetterLess }: ComparisonProps) {
  const change = changeOf(value, before)
  if (before === null || change === null) return null
  const { direction, text } = change
  const isGood = direction === (isBetterLess ? 'less' : 'more')
  const tone = isGood ? 'text-success' : 'text-danger'
  const Arrow = direction === 'more' ? ArrowUp : ArrowDown
  if (direction === 'same') return <span>{t('No change')}</span>
  const colored = (inside: ReactNode) => (
    <span className={`inline-flex items-center font-medium ${tone}`}>
      <Arrow aria-hidden className="size-4" />
      {inside}
    </span>
  )
  const values = { change: colored, percent: text, before: format(before) }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {direction === 'more'
        ? rich('<change>{percent} more</change> than {before}', values)
        : rich('<change>{percent} less</change> than {before}', values)}
    </span>
  )
}
