import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { reasonsAgainst } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import type { Form } from '#selling/forms/contract.ts'
import { FormMoneyCards, hasBefore, ordersOf, shownOf } from '#selling/overview/ui/cards.tsx'
import { CurrencyChoice, PeriodChoice, usePeriod } from '#selling/sales/ui/numbers/period.tsx'
import { NetChart, OrdersChart } from '#selling/overview/ui/charts.tsx'
import { salesContract } from '#selling/sales/contract.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Funnel } from './funnel.tsx'
import { LatestSales } from './latest-sales.tsx'

/** A form's part of the overview, for members of its shop who can see sales. */
export function FormNumbers({ form: { id } }: { readonly form: Pick<Form, 'id'> }) {
  const state = useSellerState(true)
  const isOpen = state !== undefined && reasonsAgainst('sales', state).length === 0
  const maySee = useMayCall()(salesContract.getDashboard) && isOpen
  const { range, currency, choose } = usePeriod()
  const query = useQuery({ ...dashboardQuery(range, useZone(), id), enabled: maySee })
  const { data, isPlaceholderData } = query
  // Support staff see other shops' forms without their numbers.
  if (!maySee || (query.error instanceof ApiError && query.error.status === 404)) return null
  return (
    <section aria-label={t('Numbers')} className="grid grid-cols-1 gap-5">
      <PeriodChoice
        range={range}
        isCompared={data === undefined || hasBefore(data.activity, shownOf(data, currency))}
        onChoose={choose}
      />
      {data === undefined ? (
        <NotLoaded query={query} label={t('Loading the numbers')} blocks={['h-36', 'h-72', 'h-56']} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-4 transition-opacity sm:gap-6 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <Numbers
            formId={id}
            numbers={data}
            currency={currency}
            onCurrency={(chosen) => choose('currency', chosen)}
          />
        </div>
      )}
    </section>
  )
}

type Props = {
  readonly formId: string
  readonly numbers: Dashboard
  readonly currency: string | null
  readonly onCurrency: (currency: string) => void
}

function Numbers({ formId, numbers, currency, onCurrency }: Props) {
  const { currencies, activity, unpaid } = numbers
  const days = { ...daysOf(numbers, useZone()), form: formId }
  const shown = shownOf(numbers, currency)
  const { views, orders } = activity.current
  // A free form has no amounts.
  const money = shown !== undefined && hasMoney(shown) ? shown : undefined
  if (shown === undefined && views + orders + (unpaid ?? 0) === 0) return <Nothing />
  return (
    <>
      <CurrencyChoice currencies={currencies} shown={shown?.currency} onChoose={onCurrency} />
      {money !== undefined && (
        <FormMoneyCards money={money} days={days} orders={ordersOf(numbers)} activity={activity} />
      )}
      {money !== undefined && <OneChart numbers={numbers} money={money} />}
      {money === undefined && orders + activity.previous.orders > 0 && (
        <OrdersChart numbers={numbers} hasBefore={hasBefore(activity, shown)} />
      )}
      <div className="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-2 lg:*:only:col-span-2">
        <Funnel activity={activity.current} unpaid={unpaid} />
        <LatestSales formId={formId} />
      </div>
    </>
  )
}

type ChartProps = Pick<Props, 'numbers'> & { readonly money: Dashboard['currencies'][number] }

/** Revenue or orders over time, as chosen. */
function OneChart({ numbers, money }: ChartProps) {
  const [shown, setShown] = useState('revenue')
  const isCompared = hasBefore(numbers.activity, money)
  const choice = (
    <Segmented
      label={t('Chart')}
      name="chart"
      isCompact
      options={[
        { value: 'revenue', label: t('Revenue') },
        { value: 'orders', label: t('Orders') },
      ]}
      chosen={shown}
      onChange={(event) => setShown(event.target.value)}
    />
  )
  return shown === 'revenue' ? (
    <NetChart numbers={numbers} money={money} hasBefore={isCompared} choice={choice} />
  ) : (
    <OrdersChart numbers={numbers} hasBefore={isCompared} choice={choice} />
  )
}

function hasMoney({ current, previous }: Dashboard['currencies'][number]): boolean {
  return [current, previous].some(({ gross, net }) => gross !== 0 || net !== 0)
}

function Nothing() {
  return (
    <p className="flex items-center gap-3 rounded-2xl bg-sunken px-5 py-4 text-muted">
      <ChartColumn aria-hidden className="size-5 shrink-0" />
      {t('No visits in this period. Share the link to see your numbers here.')}
    </p>
  )
}
