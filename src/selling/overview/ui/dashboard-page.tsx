import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import type { Dashboard, Range } from '#selling/sales/dashboard/dashboard-wire.ts'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { LostPayments } from '#selling/recovery/ui/lost-payments.tsx'
import { ActivityCards, hasBefore, MoneyCards, ordersOf, shownOf } from './cards.tsx'
import { NetChart } from './charts.tsx'
import { RateCharts } from './rate-charts.tsx'
import { SubscriptionCards } from './subscriptions.tsx'
import { FormsTable, SourcesTable, TakenTable } from './tables.tsx'
import { Today } from './today.tsx'
import { CurrencyChoice, PeriodChoice, usePeriod } from '#selling/sales/ui/numbers/period.tsx'

/** Sales today, and in a chosen period compared with the previous one. */
export function DashboardPage() {
  const { range, currency, choose } = usePeriod()
  const query = useQuery(dashboardQuery(range, useZone()))
  const { data, isPlaceholderData } = query
  return (
    <Page title={t('Overview')} name={t('Overview of sales')} lead={t('Today’s sales and trends.')}>
      <SalesTabs />
      <Today />
      <div className="mt-8 mb-5">
        <PeriodChoice
          range={range}
          isCompared={data === undefined || hasBefore(data.activity, shownOf(data, currency))}
          onChoose={choose}
        />
      </div>
      {data !== undefined ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-4 transition-opacity sm:gap-6 ${isPlaceholderData ? 'opacity-60' : ''}`}
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
  const shown = shownOf(numbers, currency)
  const isCompared = hasBefore(activity, shown)
  if (shown === undefined && activity.current.views === 0 && activity.previous.views === 0) return <Nothing />
  return (
    <>
      <CurrencyChoice currencies={currencies} shown={shown?.currency} onChoose={onCurrency} />
      {shown !== undefined && (
        <MoneyCards money={shown} days={days} span={numbers} activity={activity} orders={ordersOf(numbers)} />
      )}
      {shown !== undefined && range !== 'today' && (
        <NetChart numbers={numbers} money={shown} hasBefore={isCompared} />
      )}
      <ActivityCards activity={activity} isCompared={isCompared} />
      <RateCharts numbers={numbers} hasBefore={isCompared} />
      <FormsTable forms={forms} currency={shown?.currency} days={days} />
      {hasSubscriptions(subscriptions) && (
        <SubscriptionCards subscriptions={subscriptions} currency={shown?.currency} />
      )}
      <LostPayments span={numbers} currency={shown?.currency} />
      <SourcesTable numbers={numbers} days={days} />
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
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

function hasSubscriptions(subscriptions: Dashboard['subscriptions']): boolean {
  return Object.values(subscriptions).some((count) => typeof count === 'number' && count > 0)
}
