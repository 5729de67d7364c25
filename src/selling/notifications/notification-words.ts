import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import type { DisputeNews } from './kinds.ts'
import type { Ended } from './letters/unsubscribe-link.ts'

/** Names of the mails that a member can unsubscribe from. */
export const mailNames: Readonly<Record<Ended, string>> = {
  sale: 'emails about new sales',
  refund: 'emails about refunds',
  dispute: 'emails about disputes',
  renewal_failed: 'emails about failed renewals',
  payment_returned: 'emails about returned payments',
  cancellation: 'emails about canceled subscriptions',
  payout_failed: 'emails about failed payouts',
  payout_paid: 'emails about payouts',
  letter: 'the daily email',
  at_once: 'instant emails',
}

/** A notification's kind; for a dispute also whether it is an inquiry, or its outcome. */
export type Topic = { readonly kind: NotificationKind; readonly outcome: DisputeNews | null }

const nouns: Readonly<
  Record<NotificationKind | `dispute_${DisputeNews}`, readonly [one: string, more: string]>
> = {
  sale: ['sale', 'sales'],
  refund: ['refund', 'refunds'],
  dispute: ['disputed payment', 'disputed payments'],
  dispute_asked: ['bank inquiry', 'bank inquiries'],
  dispute_won: ['dispute won', 'disputes won'],
  dispute_lost: ['dispute lost', 'disputes lost'],
  dispute_closed: ['closed bank inquiry', 'closed bank inquiries'],
  renewal_failed: ['failed renewal', 'failed renewals'],
  payment_returned: ['returned payment', 'returned payments'],
  cancellation: ['canceled subscription', 'canceled subscriptions'],
  payout_failed: ['failed payout', 'failed payouts'],
  payout_paid: ['payout', 'payouts'],
}

/** "1 sale", "12 sales". */
export function countText(topic: Topic, count: number): string {
  return `${count.toLocaleString('en-US')} ${nounOf(topic, count)}`
}

/** "sale" or "sales". */
export function nounOf({ kind, outcome }: Topic, count = 1): string {
  const [one, more] = nouns[outcome === null ? kind : (`dispute_${outcome}` as const)]
  return count === 1 ? one : more
}

/** A canceled subscription has no amount. */
export function hasAmount(kind: NotificationKind): boolean {
  return kind !== 'cancellation'
}

type Priced = {
  readonly amount: number
  readonly currency: string
  readonly begins?: 'trial' | 'subscription' | null
}

/** The price; an unpaid trial is called a trial rather than free. */
export function priceText({ amount, currency, begins }: Priced): string {
  if (begins === 'trial') return t('Free trial')
  return begins === 'subscription' ? t('Free period') : formatPrice(amount, currency)
}

/** A sentence about a sale, without its period; `what` is inserted unchanged. */
export function saleText(buyer: string, what: string, sale: Priced): string {
  if (sale.begins === 'trial') return t('{buyer} started a free trial of {what}', { buyer, what })
  if (sale.begins === 'subscription') return t('{buyer} subscribed to {what} (free period)', { buyer, what })
  return sale.amount === 0
    ? t('{buyer} got {what} for free', { buyer, what })
    : `${buyer} bought ${what} for ${formatPrice(sale.amount, sale.currency)}`
}

type Sum = { readonly amount: number; readonly currency: string }

/** "$708.00", or "$708.00 and €20.00": amounts of different currencies are never added. */
export function amountsText(sums: readonly Sum[]): string {
  return listText(sums.map(({ amount, currency }) => formatAmount(amount, currency)))
}

const minute = 60_000

/** "in the last minute", "in the last 4 minutes", "in the last hour". */
export function spanText(from: Date, to: Date): string {
  const minutes = Math.max(Math.ceil((to.getTime() - from.getTime()) / minute), 1)
  if (minutes === 1) return t('in the last minute')
  if (minutes < 60) return t('in the last {minutes} minutes', { minutes })
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? t('in the last hour') : t('in the last {hours} hours', { hours })
}

/** "1 day left", "3 days left", "less than a day left". */
export function timeLeftText(now: Date, due: Date): string {
  const days = Math.floor((due.getTime() - now.getTime()) / (24 * 60 * minute))
  if (days < 1) return t('less than a day left')
  return days === 1 ? '1 day left' : `${days} days left`
}
