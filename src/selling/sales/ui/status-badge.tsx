import { Link } from 'react-router'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { formatPrice } from '#foundation/money/amount.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import type { PurchaseKind, PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { Sale, SaleDetail } from '../contract.ts'

const words: Readonly<Record<PurchaseStatus, { readonly tone: Tone; readonly label: Message }>> = {
  created: { tone: 'neutral', label: msg('Started') },
  requires_action: { tone: 'warning', label: msg('Needs buyer action') },
  processing: { tone: 'warning', label: msg('Processing') },
  unknown: { tone: 'warning', label: msg('Verifying') },
  paid: { tone: 'success', label: msg('Paid') },
  failed: { tone: 'danger', label: msg('Failed') },
  canceled: { tone: 'neutral', label: msg('Canceled') },
  partially_refunded: { tone: 'brand', label: msg('Partly refunded') },
  refunded: { tone: 'brand', label: msg('Refunded') },
}

/** A purchase's status for sellers. `cost` is its total, if known. */
export function statusText(status: PurchaseStatus, cost?: Pick<Sale, 'total' | 'isFree'>): string {
  if (status !== 'paid' || cost?.total !== 0) return say(words[status].label)
  return cost.isFree ? t('Free') : t('No charge')
}

export function StatusBadge({ status, ...cost }: Pick<Sale, 'status' | 'total' | 'isFree'>) {
  return <Badge tone={words[status].tone}>{statusText(status, cost)}</Badge>
}

export const kindLabels: Readonly<Record<PurchaseKind, Message>> = {
  order: msg('Order'),
  offer: msg('One-time offer'),
  renewal: msg('Renewal'),
  payoff: msg('Early payoff'),
}

/** A purchase's kind, with the offer's title. */
export function kindText({ kind, offerTitle }: Pick<Sale, 'kind' | 'offerTitle'>): string {
  return kind === 'offer' && offerTitle !== null
    ? t('One-time offer: {title}', { title: cutText(offerTitle, 50) })
    : say(kindLabels[kind])
}

/** Later charges for an order, each of which is a separate sale. */
export function FollowUps({ sale }: { readonly sale: SaleDetail }) {
  if (sale.followUps.length === 0) return null
  return (
    <section aria-labelledby="follow-ups" className="panel p-5 sm:p-7">
      <h2 id="follow-ups" className="text-xl font-semibold">
        {t('Later charges')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {sale.followUps.map(({ id, kind, title, status, total, isFree, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={`/sales/${id}`}
              aria-label={t(
                '{kind, select, order {Order of {price}} offer {One-time offer of {price}} renewal {Renewal of {price}} other {Early payoff of {price}}}',
                { kind, price: formatPrice(total, sale.currency) },
              )}
              className="font-medium tabular-nums text-brand underline underline-offset-4"
            >
              {formatPrice(total, sale.currency)}
            </Link>
            <span className="min-w-0 break-words text-muted">{kindText({ kind, offerTitle: title })}</span>
            <StatusBadge status={status} total={total} isFree={isFree} />
            <span className="text-sm text-muted sm:ml-auto">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
