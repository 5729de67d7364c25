import { rich } from '#foundation/language/rich.ts'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Badge } from '#web/kit/layout/badge.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { UnsettledPurchase } from '../contract.ts'

const statuses: Readonly<Record<UnsettledPurchase['status'], Message>> = {
  created: msg('No response'),
  requires_action: msg('Waiting for the buyer'),
  processing: msg('With the bank for too long'),
  unknown: msg('Outcome unknown'),
}

type Props = { readonly data: readonly UnsettledPurchase[]; readonly hasMore: boolean }

/** Lists purchases whose outcome should be known by now. */
export function UnsettledPurchases({ data, hasMore }: Props) {
  if (data.length === 0) return null
  return (
    <section aria-labelledby="unsettled" className="panel p-5 sm:p-7">
      <h2 id="unsettled" className="text-xl font-semibold">
        {t('Pending purchases')}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        {t('We keep checking with Stripe. If these remain, we cannot reach Stripe for that account.')}
      </p>
      <ul className="mt-5 grid gap-3">
        {data.map((purchase) => (
          <li
            key={purchase.id}
            className="grid gap-1 border-t border-line pt-3 sm:grid-cols-[1fr_auto] sm:gap-x-6"
          >
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-semibold tabular-nums">
                {formatAmount(purchase.total, purchase.currency)}
              </span>
              <Badge tone="warning">{say(statuses[purchase.status])}</Badge>
            </span>
            <span className="text-sm text-muted">
              {rich('Since {time}, checked {count, plural, one {# time} other {# times}}', {
                time: <When at={purchase.createdAt} />,
                count: purchase.checkCount,
              })}
            </span>
            <Ids {...purchase} purchaseId={purchase.id} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="mt-4 text-muted">{t('Only the oldest are shown.')}</p>}
    </section>
  )
}

type IdsProps = {
  readonly stripeAccountId: string
  readonly paymentIntentId: string | null
  readonly purchaseId: string | null
}

/** The ids for looking up a purchase in Stripe and in the log. */
export function Ids({ stripeAccountId, paymentIntentId, purchaseId }: IdsProps) {
  const ids = [stripeAccountId, paymentIntentId, purchaseId].filter((id) => id !== null)
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 sm:col-span-2">
      {ids.map((id) => (
        <code key={id} className="text-sm break-all text-muted">
          {id}
        </code>
      ))}
    </span>
  )
}
