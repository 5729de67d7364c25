import { useQuery } from '@tanstack/react-query'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { listText } from '#foundation/language/list.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { usedText } from '#selling/catalog/ui/items-page.tsx'
import { Meter } from '#web/kit/chart/meter.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { countedDays, type ItemSales, type itemSalesContract } from '../item-sales/contract.ts'

type Route = (typeof itemSalesContract)[keyof typeof itemSalesContract]

type Props = {
  readonly route: Route
  readonly item: { readonly id: string; readonly usedByForms: number }
  /** This item and the others on its page, which are counted in one request. */
  readonly among: readonly { readonly id: string }[]
}

/** How many forms use a bump or an offer, and how often buyers have accepted it lately. */
export function ItemNumbers({ route, item, among }: Props) {
  const maySee = useMayCall()(route)
  const ids = among.map(({ id }) => id).join(',')
  const { data } = useQuery({
    queryKey: ['sales', route.path, ids],
    queryFn: ({ signal }) => call(route, { query: { ids }, signal }),
    enabled: maySee,
  })
  return (
    <div className="mt-2 grid gap-2 border-t border-line pt-3 text-sm text-muted">
      <p>{usedText(item.usedByForms)}</p>
      {/* The lines appear before their numbers, so that the layout does not shift. */}
      {maySee && <div className="min-h-13">{data !== undefined && <Taken sales={data} id={item.id} />}</div>}
    </div>
  )
}

function Taken({ sales: { since, isWhole, items }, id }: { readonly sales: ItemSales; readonly id: string }) {
  const found = items.find((one) => one.id === id)
  if (found === undefined) return <p>{t('Not offered in the last {days} days', { days: countedDays })}</p>
  const { offered, taken, revenue } = found
  const rate = percent.format(taken / offered)
  return (
    <div className="grid gap-1.5 tabular-nums">
      <h3 className="font-semibold tracking-normal text-ink">
        {isWhole
          ? t('Last {days} days', { days: countedDays })
          : rich('Since {time}', { time: <When at={since} /> })}
      </h3>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{t('Taken {taken} of {offered} times', { taken, offered })}</span>
        <span className="font-semibold text-ink">{rate}</span>
      </p>
      <Meter share={taken / offered} />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{t('Revenue')}</span>
        <span translate="no" className="font-semibold text-ink">
          {revenue.length === 0
            ? '–'
            : listText(
                revenue.map(({ currency, total }) => formatAmount(total, currency)),
                'unit',
              )}
        </span>
      </p>
    </div>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
