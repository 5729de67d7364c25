import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Comparison } from '#selling/sales/ui/numbers/card.tsx'
import { NetChart, ViewsChart } from './charts.tsx'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'

/** Today's sales in total and by hour, next to yesterday's. Missing while loading. */
export function Today() {
  const zone = useZone()
  const { data } = useQuery(dashboardQuery('today', zone))
  if (data === undefined) return <div className="h-72 rounded-3xl bg-sunken lg:h-64" />
  const { views } = data.activity.current
  const sold = data.currencies.filter(({ current }) => current.purchases > 0 || current.net !== 0)
  const purchases = sold.reduce((sum, { current }) => sum + current.purchases, 0)
  const [leading] = sold
  if (purchases === 0 && !hasHours(data)) return <Quiet />
  return (
    <section
      aria-labelledby="today"
      className="panel grid grid-cols-1 overflow-hidden lg:grid-cols-[minmax(19rem,1fr)_3fr]"
    >
      <div className="flex min-w-0 flex-col justify-center gap-1 bg-brand-soft p-5 sm:px-7">
        <h2 id="today" className="font-medium text-brand">
          {t('Net revenue today')}
        </h2>
        <p className="flex flex-wrap gap-x-5 text-[2.5rem] leading-tight font-bold tight:text-xl tabular-nums">
          {sold.length === 0
            ? t('No sales yet')
            : sold.map(({ currency, current }) => (
                <span translate="no" key={currency} className="min-w-0 wrap-anywhere">
                  {formatAmount(current.net, currency)}
                </span>
              ))}
        </p>
        {leading !== undefined && sold.length === 1 && (
          <p className="text-sm text-muted">
            <Comparison
              value={leading.current.net}
              before={leading.previous.net}
              format={(minor) => formatAmount(minor, leading.currency)}
              range="today"
            />
          </p>
        )}
        <p className="mt-2 flex flex-wrap gap-x-4 text-muted tabular-nums">
          <NumberLink to={salesPath({ ...daysOf(data, zone), status: 'sold' })} of={t('Today')}>
            {t('{purchases, plural, one {# purchase} other {{shown} purchases}}', {
              purchases,
              shown: countText(purchases),
            })}
          </NumberLink>
          <span>
            {t('{views, plural, one {# page view} other {{shown} page views}}', {
              views,
              shown: countText(views),
            })}
          </span>
        </p>
      </div>
      <Hours numbers={data} />
    </section>
  )
}

/** One line, shown if there were no page views today or yesterday. */
function Quiet() {
  return (
    <section
      aria-labelledby="today"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-2xl bg-brand-soft px-5 py-3.5 sm:px-7"
    >
      <h2 id="today" className="font-medium text-brand">
        {t('Net revenue today')}
      </h2>
      <p className="font-semibold">{t('No sales yet')}</p>
      <p className="text-muted">{t('No page views today or yesterday')}</p>
    </section>
  )
}

function moneyByHour({ currencies }: Dashboard): Dashboard['currencies'][number] | undefined {
  return currencies.find(({ net, previousNet }) => [...net, ...previousNet].some((value) => value !== 0))
}

function hasHours(numbers: Dashboard): boolean {
  const { series, previousSeries } = numbers.activity
  const areViewed = [...series, ...previousSeries].some(({ views }) => views > 0)
  return areViewed || moneyByHour(numbers) !== undefined
}

/** Revenue by hour if there was any today or yesterday, or otherwise page views. */
function Hours({ numbers }: { readonly numbers: Dashboard }) {
  const money = moneyByHour(numbers)
  return (
    <div className="min-w-0 p-5 sm:px-6">
      {money === undefined ? (
        <ViewsChart numbers={numbers} />
      ) : (
        <NetChart numbers={numbers} money={money} isPlain isToday />
      )}
    </div>
  )
}
