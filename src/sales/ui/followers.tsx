import { Link } from 'react-router'
import { formatAmount } from '#money/amount.ts'
import type { SaleDetail } from '#sales/contract.ts'
import { KindBadge } from './kind-badge.tsx'
import { StatusBadge } from './status-badge.tsx'
import { When } from './when.tsx'

/** What followed an order, each a sale of its own. */
export function Followers({ followers }: { readonly followers: SaleDetail['followers'] }) {
  if (followers.length === 0) return null
  return (
    <section aria-labelledby="followers" className="panel p-5 sm:p-7">
      <h2 id="followers" className="text-xl font-semibold">
        Offers and renewals
      </h2>
      <ul className="mt-4 grid gap-4">
        {followers.map(({ id, kind, title, status, total, currency, createdAt }) => (
          <li key={id} className="grid gap-1 border-t border-line pt-4">
            <span className="flex items-baseline justify-between gap-4">
              <Link
                to={`/sales/${id}`}
                className="min-w-0 break-words text-brand underline underline-offset-4"
              >
                {title}
              </Link>
              <span className="whitespace-nowrap tabular-nums">{formatAmount(total, currency)}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <KindBadge kind={kind} />
              <StatusBadge status={status} />
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
