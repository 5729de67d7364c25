import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { type Dashboard, type Range, ranges } from '#selling/sales/dashboard/dashboard-wire.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { ActivityCards, MoneyCards, SubscriptionCards } from './cards.tsx'
import { FormsTable, TakenTable, NetChart, RateCharts } from './tables-and-charts.tsx'
import { NumberLink } from './number-link.tsx'

/** Sales today, and in a chosen period compared with the one before. */
export function DashboardPage() {
  const [parameters, setParameters] = useSearchParams()
  const range = ranges.find((one) => one === parameters.get('range')) ?? '30d'
  const query = useQuery(dashboardQuery(range, useZone()))
  const { data, isPlaceholderData } = query
  const choose = (name: string, value: string) =>
    setParameters(
      (present) => {
        const changed = new URLSearchParams(present)
        changed.set(name, value)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Page title={t('Sales')} name={t('Overview of sales')} lead={t('Today’s sales and trends.')}>
      <SalesTabs />
      <Today />
      <div className="mt-8 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl font-semibold">{say(rangeTexts[range].title)}</h2>
        <Segmented
          label={t('Period')}
          name="range"
          isCompact
          options={ranges.map((value) => ({ value, label: say(rangeTexts[value].label) }))}
          chosen={range}
          onChange={(event) => choose('range', event.target.value)}
        />
      </div>
      {data !== undefined ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <Numbers
            numbers={data}
            range={range}
            currency={parameters.get('currency')}
            onCurrency={(currency) => choose('currency', currency)}
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
      {currencies.length > 1 && (
        <Segmented
          label={t('Currency')}
          name="currency"
          isCompact
          options={currencies.map((one) => ({ value: one.currency, label: one.currency.toUpperCase() }))}
          chosen={shown?.currency ?? ''}
          onChange={(event) => onCurrency(event.target.value)}
        />
      )}
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

/** A period's names: as a choice, above its numbers and in the comparison. */
const rangeTexts: Readonly<
  Record<Range, { readonly label: Message; readonly title: Message; readonly comparison: Message }>
> = {
  today: {
    label: msg('Today'),
    title: msg('Today'),
    comparison: msg('Compared with yesterday, up to the same time.'),
  },
  '7d': {
    label: msg('7 days'),
    title: msg('Last 7 days'),
    comparison: msg('Compared with the previous 7 days, up to the same time of day.'),
  },
  '30d': {
    label: msg('30 days'),
    title: msg('Last 30 days'),
    comparison: msg('Compared with the previous 30 days, up to the same time of day.'),
  },
  '90d': {
    label: msg('90 days'),
    title: msg('Last 90 days'),
    comparison: msg('Compared with the previous 90 days, up to the same time of day.'),
  },
  '12m': {
    label: msg('12 months'),
    title: msg('Last 12 months'),
    comparison: msg('Compared with the previous 12 months, up to the same day and time.'),
  },
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
