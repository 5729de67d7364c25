import { Link } from 'react-router'
import { formatAmount } from '#foundation/money/amount.ts'
import { ListTable } from '#web/kit/list/list-table.tsx'
import type { Payout } from '../contract.ts'
import { BankName, Day, PayoutBadge } from './payout-words.tsx'

/** A table where there is room for one, cards on a phone. Each row leads to its payout. */
export function PayoutList({ payouts }: { readonly payouts: readonly Payout[] }) {
  return (
    <section aria-label="Payouts">
      <ListTable
        name="Payouts"
        columns={['At your bank on', 'Status', 'To']}
        amounts={['Amount']}
        className="md:block"
      >
        {payouts.map((payout) => (
          <tr key={payout.id} className="relative border-t border-line hover:bg-brand-soft/50">
            <th scope="row" className="px-5 py-4 font-normal">
              <PayoutLink payout={payout} />
            </th>
            <td className="px-5 py-4">
              <PayoutBadge status={payout.status} />
            </td>
            <td className="px-5 py-4 wrap-anywhere text-muted">
              <BankName bank={payout.bank} />
            </td>
            <td translate="no" className="px-5 py-4 text-right font-semibold whitespace-nowrap tabular-nums">
              {formatAmount(payout.amount, payout.currency)}
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="grid gap-3 md:hidden">
        {payouts.map((payout) => (
          <li key={payout.id} className="panel relative grid gap-1.5 p-4">
            <span className="flex items-start justify-between gap-3">
              <PayoutLink payout={payout} />
              <span translate="no" className="font-semibold tabular-nums">
                {formatAmount(payout.amount, payout.currency)}
              </span>
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
              <span className="wrap-anywhere">
                <BankName bank={payout.bank} />
              </span>
              <PayoutBadge status={payout.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PayoutLink({ payout: { id, arrivesOn } }: { readonly payout: Payout }) {
  return (
    <Link to={`/payouts/${id}`} className="rounded font-medium after:absolute after:inset-0">
      <Day day={arrivesOn} />
    </Link>
  )
}
