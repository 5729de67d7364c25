import { formatAmount } from '#foundation/money/amount.ts'
import type { PayoutSums as Sums } from '../contract.ts'

type Props = { readonly sums: Sums; readonly currency: string }

/** How the payout comes about: from what was sold to what arrives. */
export function PayoutSums({ sums, currency }: Props) {
  const parts = [
    { name: 'Sales', amount: sums.sales, isAlwaysShown: true },
    { name: 'Refunds', amount: sums.refunds },
    { name: 'Disputes', amount: sums.disputes },
    { name: 'Stripe fees', amount: -sums.providerFee, isAlwaysShown: true },
    { name: 'Platform fee', amount: -sums.applicationFee },
    { name: 'Payouts sent back, and other', amount: sums.other },
  ]
  return (
    <section aria-label="Summary" className="panel p-5 sm:p-7">
      <dl className="grid max-w-xl gap-2.5 tabular-nums">
        {parts
          .filter(({ amount, isAlwaysShown }) => isAlwaysShown || amount !== 0)
          .map(({ name, amount }) => (
            <div key={name} className="flex justify-between gap-6">
              <dt className="text-muted">{name}</dt>
              <dd translate="no">{formatAmount(amount, currency)}</dd>
            </div>
          ))}
        <div className="flex justify-between gap-6 border-t border-line pt-2.5 font-semibold">
          <dt>Payout</dt>
          <dd translate="no">{formatAmount(sums.net, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}
