import { Link } from 'react-router'
import { formatPrice } from '#foundation/money/amount.ts'
import { cutText } from '#web/kit/cut-text.ts'
import { ListTable } from '#web/kit/list-table.tsx'
import { When } from '#web/kit/when.tsx'
import type { Sale } from '../contract.ts'
import { DisputeBadge } from './disputes.tsx'
import { kindLabels } from './follow-ups.tsx'
import { StatusBadge } from './status-badge.tsx'
import { RenewalBadge } from './unpaid-renewal.tsx'

type Props = { readonly sales: readonly Sale[]; readonly isBusy: boolean }

/** A table where there is room for one, cards on a phone. Each row leads to its sale. */
export function SaleList({ sales, isBusy }: Props) {
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
      <ListTable columns={['Date', 'Buyer', 'Form', 'Status']} amounts={['Total']} className="lg:block">
        {sales.map((sale) => (
          <tr key={sale.id} className="relative border-t border-line hover:bg-brand-soft/50">
            <td className="px-5 py-4">
              <When at={sale.createdAt} />
            </td>
            <td className="max-w-60 px-5 py-4">
              <Link
                to={`/sales/${sale.id}`}
                className="block rounded font-medium wrap-anywhere after:absolute after:inset-0"
              >
                {cutText(sale.name, 50)}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">{sale.email}</span>
            </td>
            <td className="max-w-60 px-5 py-4">
              <span className="block wrap-anywhere">{cutText(sale.formTitle, 50)}</span>
              {sale.kind !== 'order' && (
                <span className="block text-sm text-muted">{kindLabels[sale.kind]}</span>
              )}
            </td>
            <td className="px-5 py-4">
              <span className="flex flex-wrap gap-1.5">
                <StatusBadge status={sale.status} />
                <DisputeBadge status={sale.disputeStatus} />
                <RenewalBadge renewal={sale.unpaidRenewal} />
              </span>
            </td>
            <td className="px-5 py-4 text-right font-semibold whitespace-nowrap tabular-nums">
              {formatPrice(sale.total, sale.currency)}
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {sales.map((sale) => (
          <li key={sale.id} className="panel relative grid gap-1.5 p-4">
            <span className="flex items-start justify-between gap-3">
              <Link
                to={`/sales/${sale.id}`}
                className="min-w-0 rounded wrap-anywhere font-medium after:absolute after:inset-0"
              >
                {cutText(sale.name, 50)}
              </Link>
              <span className="font-semibold tabular-nums">{formatPrice(sale.total, sale.currency)}</span>
            </span>
            <span className="text-sm wrap-anywhere text-muted">
              {cutText(sale.formTitle, 50)}
              {sale.kind !== 'order' && ` · ${kindLabels[sale.kind]}`}
            </span>
            <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
              <When at={sale.createdAt} />
              <span className="flex flex-wrap gap-1.5">
                <StatusBadge status={sale.status} />
                <DisputeBadge status={sale.disputeStatus} />
                <RenewalBadge renewal={sale.unpaidRenewal} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
