import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#foundation/money/amount.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { countText } from '../number-texts.ts'
import { saleTotalsQuery } from '../queries.ts'
import type { ShownFilter } from './sale-search.ts'

type Props = { readonly q: string; readonly filter: ShownFilter }

/** What the purchases that a filter leaves come to, by currency. */
export function Totals({ q, filter }: Props) {
  const { data, error, isPlaceholderData } = useQuery(saleTotalsQuery({ q, filter, zone: useZone() }))
  if (error !== null || data?.totals?.length === 0) return null
  return (
    <div
      role="status"
      aria-label="Totals"
      aria-busy={data === undefined || isPlaceholderData}
      className={`grid min-h-12 gap-y-2 rounded-2xl bg-sunken px-5 py-3 tabular-nums transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {data?.totals === null && 'These are too many purchases to add up here. Choose fewer days.'}
      {data?.totals?.map(({ currency, purchases, total, returned }) => (
        <p key={currency} className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          <span>
            {countText(purchases)} {purchases === 1 ? 'purchase' : 'purchases'}
          </span>{' '}
          <span>
            <strong translate="no" className="font-semibold">
              {formatAmount(total, currency)}
            </strong>{' '}
            <span className="text-muted">paid</span>
          </span>{' '}
          {returned > 0 && (
            <span>
              <strong translate="no" className="font-semibold">
                {formatAmount(returned, currency)}
              </strong>{' '}
              <span className="text-muted">went back</span>
            </span>
          )}
        </p>
      ))}
    </div>
  )
}
