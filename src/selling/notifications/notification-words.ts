import { listText } from '#foundation/language/list.ts'
import { t } from '#foundation/language/t.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import type { LaterNews } from './kinds.ts'

/** A notification's kind, and what is new about a dispute or withdrawal. */
export type Topic = { readonly kind: NotificationKind; readonly outcome: LaterNews | null }

/** "1 sale", "12 sales". */
export function countText({ kind, outcome }: Topic, count: number): string {
  const shown = count.toLocaleString('en-US')
  switch (outcome === null || outcome === 'due' ? (outcome ?? kind) : (`dispute_${outcome}` as const)) {
    case 'sale':
      return t('{count, plural, one {# sale} other {{shown} sales}}', { count, shown })
    case 'refund':
      return t('{count, plural, one {# refund} other {{shown} refunds}}', { count, shown })
    case 'tax_refund':
      return t('{count, plural, one {# tax refund} other {{shown} tax refunds}}', { count, shown })
    case 'refund_failed':
      return t('{count, plural, one {# failed refund} other {{shown} failed refunds}}', { count, shown })
    case 'dispute':
      return t('{count, plural, one {# disputed payment} other {{shown} disputed payments}}', {
        count,
        shown,
      })
    case 'dispute_asked':
      return t('{count, plural, one {# bank inquiry} other {{shown} bank inquiries}}', { count, shown })
    case 'dispute_won':
      return t('{count, plural, one {# dispute won} other {{shown} disputes won}}', { count, shown })
    case 'dispute_lost':
      return t('{count, plural, one {# dispute lost} other {{shown} disputes lost}}', { count, shown })
    case 'dispute_closed':
      return t('{count, plural, one {# closed bank inquiry} other {{shown} closed bank inquiries}}', {
        count,
        shown,
      })
    case 'renewal_failed':
      return t('{count, plural, one {# failed renewal} other {{shown} failed renewals}}', { count, shown })
    case 'payment_returned':
      return t('{count, plural, one {# returned payment} other {{shown} returned payments}}', {
        count,
        shown,
      })
    case 'cancellation':
      return t('{count, plural, one {# canceled subscription} other {{shown} canceled subscriptions}}', {
        count,
        shown,
      })
    case 'withdrawal':
      return t('{count, plural, one {# withdrawal} other {{shown} withdrawals}}', { count, shown })
    case 'due':
      return t('{count, plural, one {# refund due soon} other {{shown} refunds due soon}}', { count, shown })
    case 'payout_failed':
      return t('{count, plural, one {# failed payout} other {{shown} failed payouts}}', { count, shown })
    case 'payout_paid':
      return t('{count, plural, one {# payout} other {{shown} payouts}}', { count, shown })
  }
}

/** The outcome of one disputed payment or withdrawal, for lists in which outcomes differ. */
export function outcomeText({ kind, outcome }: Topic): string {
  switch (outcome) {
    case null:
      return kind === 'withdrawal' ? t('withdrawal') : t('disputed payment')
    case 'due':
      return t('refund due soon')
    case 'asked':
      return t('bank inquiry')
    case 'won':
      return t('dispute won')
    case 'lost':
      return t('dispute lost')
    case 'closed':
      return t('closed bank inquiry')
  }
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

/** The price. An unpaid trial is called a trial instead of free. */
export function priceText({ amount, currency, begins }: Priced): string {
  if (begins === 'trial') return t('Free trial')
  return begins === 'subscription' ? t('Free period') : formatPrice(amount, currency)
}

/** A sentence about a sale, without its final period. `what` is inserted unchanged. */
export function saleText(buyer: string, what: string, sale: Priced): string {
  if (sale.begins === 'trial') return t('{buyer} started a free trial of {what}', { buyer, what })
  if (sale.begins === 'subscription') return t('{buyer} subscribed to {what} (free period)', { buyer, what })
  return sale.amount === 0
    ? t('{buyer} got {what} for free', { buyer, what })
    : t('{buyer} bought {what} for {price}', { buyer, what, price: formatPrice(sale.amount, sale.currency) })
}

type Sum = { readonly amount: number; readonly currency: string }

/** "$708.00", or "$708.00 and €20.00": amounts of different currencies are never added. */
export function amountsText(sums: readonly Sum[]): string {
  return listText(sums.map(({ amount, currency }) => formatAmount(amount, currency)))
}
