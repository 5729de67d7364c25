import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { saleListQuery } from '#selling/sales/ui/queries.ts'
import { SaleAmount } from '#selling/sales/ui/sale-amount.tsx'
import { SaleBadges } from '#selling/sales/ui/sale-list.tsx'
import { kindText } from '#selling/sales/ui/status-badge.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { When } from '#web/kit/layout/when.tsx'

/** How many sales are shown here. The sales list has the others. */
const most = 5

/** A form's latest sales, each with a link to it. */
export function LatestSales({ formId }: { readonly formId: string }) {
  const filter = { form: formId, status: 'sold' } as const
  const { data } = useQuery(saleListQuery({ q: '', page: 0, before: undefined, filter, zone: useZone() }))
  const sales = data?.data.slice(0, most) ?? []
  if (sales.length === 0) return null
  return (
    <section aria-labelledby="latest-sales" className="panel min-w-0 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="latest-sales" className="font-semibold">
          {t('Latest sales')}
        </h3>
        <Link
          to={salesPath({ form: formId })}
          className="inline-flex min-h-6 items-center rounded text-sm font-medium text-brand hover:underline"
        >
          {t('All sales of this form')}
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id} className="relative flex items-baseline justify-between gap-x-4 py-3 last:pb-0">
            <div className="min-w-0">
              <Link
                to={`/sales/${sale.id}`}
                className="rounded font-medium wrap-anywhere after:absolute after:inset-0 hover:text-brand"
              >
                <Own>{cutText(sale.name, 50)}</Own>
              </Link>
              {sale.kind !== 'order' && <p className="text-sm text-muted wrap-anywhere">{kindText(sale)}</p>}
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                <When at={sale.createdAt} />
                {/* Most are paid, so only other states are shown. */}
                {(sale.status !== 'paid' || sale.disputeStatus !== null || sale.unpaidRenewal !== null) && (
                  <SaleBadges sale={sale} />
                )}
              </p>
            </div>
            <span className="shrink-0 font-semibold whitespace-nowrap tabular-nums">
              <SaleAmount sale={sale} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
