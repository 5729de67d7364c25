import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { say, t } from '#foundation/language/t.ts'
import type { Dashboard, Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { ActivityCards, MoneyCards, SubscriptionCards } from './cards.tsx'
import { FormsTable, TakenTable, NetChart, RateCharts } from './tables-and-charts.tsx'
import { CurrencyChoice, PeriodChoice, rangeTexts, usePeriod } from './period.tsx'
import { NumberLink } from './number-link.tsx'

/** Sales today, and in a chosen period compared with the one before. */
export function DashboardPage() {
  const { range, currency, choose } = usePeriod()
  const query = useQuery(dashboardQuery(range, useZone()))
  const { data, isPlaceholderData } = query
  return (
    <Page title={t('Sales')} name={t('Overview of sales')} lead={t('Today’s sales and trends.')}>
      <SalesTabs />
      <Today />
      <div className="mt-8 mb-5">
        <PeriodChoice range={range} onChoose={choose} />
      </div>
      {data !== undefined ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <Numbers
            numbers={data}
            range={range}
            currency={currency}
            onCurrency={(chosen) => choose('currency', chosen)}
          />
        </div>
      ) : (
        <NotLoaded query={query} label={t('Loading the numbers')} blocks={['h-36', 'h-72', 'h-56']} />
      )}
    </Page>
  )
}

type NumbersProps = {
  readonly numbers: Dashboard
  readonly range: Range
  readonly currency: string | null
  readonly onCurrency: (currency: string) => void
}

function Numbers({ numbers, range, currency, onCurrency }: NumbersProps) {
  const { currencies, activity, forms, bumps, offers, subscriptions } = numbers
  const days = daysOf(numbers, useZone())
  const shown = currencies.find((one) => one.currency === currency) ?? currencies[0]
  if (shown === undefined && activity.current.views === 0 && activity.previous.views === 0) return <Nothing />
  return (
    <>
      <CurrencyChoice currencies={currencies} shown={shown?.currency} onChoose={onCurrency} />
      {shown !== undefined && <MoneyCards money={shown} days={days} span={numbers} />}
      <ActivityCards activity={activity} />
      <p className="-mt-3 text-sm text-muted">{say(rangeTexts[range].comparison)}</p>
      {shown !== undefined && <NetChart numbers={numbers} money={shown} />}
      <RateCharts numbers={numbers} />
      {hasSubscriptions(subscriptions) && <SubscriptionCards subscriptions={subscriptions} />}
      <FormsTable forms={forms} days={days} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <TakenTable title={t('Order bumps')} offeredAs={t('Offered')} rows={bumps} />
        <TakenTable title={t('One-time offers')} offeredAs={t('Shown')} rows={offers} />
      </div>
    </>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<ChartColumn aria-hidden className="size-8" />}
      title={t('No visits yet')}
      text={t('Share a form to see your first numbers.')}
    >
      <Link to="/forms" className={buttonClass()}>
        {t('Go to your forms')}
      </Link>
    </EmptyState>
  )
}

function hasSubscriptions({ active, pastDue, started, ended, ...of }: Dashboard['subscriptions']): boolean {
  return active + pastDue + started + ended + of.trialsStarted + of.paidEarly > 0
}

/** Today's sales in one line; absent while loading. */
function Today() {
  const zone = useZone()
  const { data } = useQuery(dashboardQuery('today', zone))
  if (data === undefined) return <div className="h-28 rounded-3xl bg-sunken sm:h-24" />
  const { views } = data.activity.current
  const sold = data.currencies.filter(({ current }) => current.purchases > 0 || current.net !== 0)
  const purchases = sold.reduce((sum, { current }) => sum + current.purchases, 0)
  return (
    <section
      aria-labelledby="today"
      className="flex min-h-28 flex-wrap items-center justify-between gap-x-8 gap-y-1 rounded-3xl bg-brand-soft px-5 py-5 sm:min-h-24 sm:px-7"
    >
      <div className="min-w-0">
        <h2 id="today" className="font-medium text-brand">
          {t('Net revenue today')}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-5 text-3xl font-bold tight:text-xl tabular-nums">
          {sold.length === 0
            ? t('No sales yet')
            : sold.map(({ currency, current }) => (
                <span translate="no" key={currency}>
                  {formatAmount(current.net, currency)}
                </span>
              ))}
        </p>
      </div>
      <p className="text-muted tabular-nums">
        <NumberLink to={salesPath({ ...daysOf(data, zone), status: 'sold' })} of={t('Today')}>
          {t('{purchases, plural, one {# purchase} other {{shown} purchases}}', {
            purchases,
            shown: countText(purchases),
          })}
        </NumberLink>{' '}
        ·{' '}
        {t('{views, plural, one {# page view} other {{shown} page views}}', {
          views,
          shown: countText(views),
        })}
      </p>
    </section>
  )
}
