import { useState } from 'react'
import { formatAmount } from '#foundation/money/amount.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { BookDifference } from '../contract.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { Ids } from './unsettled-purchases.tsx'

const kinds: Readonly<Record<BookDifference['kind'], { readonly title: string; readonly advice: string }>> = {
  charge_without_purchase: {
    title: 'Charged, but nothing was sold',
    advice: 'Refund the charge on the account, or find out which purchase it belongs to.',
  },
  purchase_without_charge: {
    title: 'Sold, but nothing was charged',
    advice: 'Look for the payment on the account; if there is none, tell the seller.',
  },
  amount_differs: {
    title: 'Charged a different amount',
    advice: 'Refund the overcharge, or tell the seller what is missing.',
  },
  refund_missing: {
    title: 'Refunded in our books only',
    advice: 'Look for the refund on the account; if there is none, the buyer is still waiting for the money.',
  },
  refund_differs: {
    title: 'Refunded a different amount',
    advice: 'Compare the refunds on the account with those of the sale, and tell the seller.',
  },
  fee_differs: {
    title: 'Took a different fee',
    advice: 'Return any excess fee; a fee that was too low cannot be collected later.',
  },
}

type Props = { readonly data: readonly BookDifference[]; readonly hasMore: boolean }

/** Differences wait here until a person has dealt with them. */
export function Differences({ data, hasMore }: Props) {
  const [asked, setAsked] = useState<BookDifference | null>(null)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="differences" className="panel p-5 sm:p-7">
      <h2 id="differences" className="text-xl font-semibold">
        Differences
      </h2>
      <ul className="mt-5 grid gap-5">
        {data.map((difference) => (
          <li key={difference.id} className="grid gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_auto]">
            <div className="grid min-w-0 gap-1">
              <h3 className="font-semibold">{kinds[difference.kind].title}</h3>
              <Amounts {...difference} />
              <p className="text-muted">{kinds[difference.kind].advice}</p>
              <Ids {...difference} />
              <p className="text-sm text-muted">
                Found <When at={difference.foundAt} />
              </p>
            </div>
            <div>
              <Button variant="secondary" onClick={() => setAsked(difference)}>
                Settle
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {hasMore && <p className="mt-4 text-muted">There are more; these are the oldest.</p>}
      {asked !== null && (
        <SettleDialog id={asked.id} title={kinds[asked.kind].title} onClose={() => setAsked(null)} />
      )}
    </section>
  )
}

function Amounts({ kind, expected, charged }: Pick<BookDifference, 'kind' | 'expected' | 'charged'>) {
  const amount = (money: BookDifference['expected']) =>
    money === null ? 'nothing' : formatAmount(money.total, money.currency)
  return (
    <p className="tabular-nums">
      {kind === 'fee_differs'
        ? `A fee of ${amount(expected)} was agreed, ${amount(charged)} was taken`
        : `Sold for ${amount(expected)}, charged ${amount(charged)}`}
    </p>
  )
}
