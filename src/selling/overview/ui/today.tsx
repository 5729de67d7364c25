import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#foundation/money/amount.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { daysOf } from '#selling/sales/ui/day-spans.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { dashboardQuery } from '#selling/sales/ui/queries.ts'
import { NumberLink } from './number-link.tsx'
import { countText } from '#selling/sales/ui/number-texts.ts'

/** What was sold today, in a line; absent while it is not known. */
export function Today() {
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
          Net revenue today
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-5 text-3xl font-bold tight:text-xl tabular-nums">
          {sold.length === 0
            ? 'Nothing sold yet'
            : sold.map(({ currency, current }) => (
                <span translate="no" key={currency}>
                  {formatAmount(current.net, currency)}
                </span>
              ))}
        </p>
      </div>
      <p className="text-muted tabular-nums">
        <NumberLink to={salesPath({ ...daysOf(data, zone), status: 'sold' })} of="Today">
          {`${countText(purchases)} ${purchases === 1 ? 'purchase' : 'purchases'}`}
        </NumberLink>{' '}
        · {countText(views)} page {views === 1 ? 'view' : 'views'}
      </p>
    </section>
  )
}
