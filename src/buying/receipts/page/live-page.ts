import type { PageSource } from '#buying/checkout/page/page-assets.ts'
import type { OfferedPrice } from '#buying/price-changes/offered-prices.ts'
import type { Config } from '#foundation/config/config.ts'
import { purchaseSecret } from '#payments/purchases/purchase.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { quickMethods } from '#payments/subscriptions/collect/early-payoff.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Receipt } from '../store.ts'
import { pauseLinks } from './pause-links.ts'
import type { SubscriptionData } from './subscription-data.ts'
import { isGoingBack, nextPayments, nowText, type SubscriptionView } from './subscription-view.ts'

/** The purchase page's style sheet, and its script for changing a subscription. */
export const purchasePageSource: PageSource = {
  name: 'purchase',
  entry: 'src/buying/receipts/ui/start.tsx',
  sheet: 'src/buying/receipts/ui/page.css',
}

type Extras = {
  readonly offered: readonly OfferedPrice[]
  /** The early payoff that the buyer still has to confirm at their bank, if there is one. */
  readonly waitingPayoffId: string | null
}

/** The data for a page with a script, or undefined if its buyer can change nothing. */
export function liveData(
  receipt: Receipt,
  view: SubscriptionView,
  { offered, waitingPayoffId }: Extras,
  { authSecret, provider }: Pick<Config, 'authSecret' | 'provider'>,
): SubscriptionData | undefined {
  const { id, email, name, stripeAccountId, paymentMethodType } = receipt
  const { wire, formats, isOver, nextChargeAt, endsAt } = view
  const { canCancel, canResume, needsCard } = wire
  const canChangeCard = needsCard || (!isOver && nextChargeAt !== null)
  if (!canCancel && !canResume && !canChangeCard) return undefined
  const { publishableKey, scriptUrl } = provider
  const isPayingOff = wire.payoffState === 'open'
  // The next payment waits while an early payoff is in progress.
  const until = isPayingOff ? endsAt : paidUntilOf(view)
  return {
    purchaseId: id,
    secret: purchaseSecret(authSecret, receipt),
    title: wire.title,
    buyer: { email, name },
    provider: { publishableKey, scriptUrl, accountId: stripeAccountId },
    due: wire.due === null ? null : { total: wire.due, text: formatAmount(wire.due, wire.currency, formats) },
    next: nextOf(view),
    isOver,
    canChangeCard,
    canCancel,
    pauses: pauseLinks(view, receipt, authSecret),
    canResume,
    payoff: payoffOf(wire, formats, paymentMethodType),
    prices: pricesOf(view, offered),
    kept: undoOf(view),
    paidUntil: needsCard || until === null ? null : dayText(until, formats),
    isFreeTrial: wire.status === 'trialing' && receipt.total === 0,
    isPayingOff,
    waitingPayoffId,
  }
}

/** The paid period ends when a pause begins. Null once it has begun. */
function paidUntilOf({ wire: { pause }, nextChargeAt }: SubscriptionView): number | null {
  if (pause === null) return nextChargeAt
  return pause.hasBegun ? null : Date.parse(pause.from)
}

function nextOf(view: SubscriptionView): SubscriptionData['next'] {
  const { payments, more } = nextPayments(view, 1)
  const [next] = payments
  if (next === undefined) return null
  const isLast = payments.length === 1 && more === 0
  return { amount: next.amount, day: dayText(next.at, view.formats), isLast }
}

/** The price change that can be undone. Null if it is already being undone. */
function undoOf(view: SubscriptionView): SubscriptionData['kept'] {
  const { priceChange } = view.wire
  if (view.priceChange === null || priceChange === null || isGoingBack(priceChange)) return null
  return { change: priceChange.id, text: nowText(view) }
}

function pricesOf(
  { wire, formats, nextChargeAt }: SubscriptionView,
  offered: readonly OfferedPrice[],
): SubscriptionData['prices'] {
  if (nextChargeAt === null || wire.priceChange !== null) return []
  return offered.map(({ priceId: id, label, title, total, taxAmount, after }) => {
    const change = { total, former: wire.total, hasTax: taxAmount > 0, from: nextChargeAt }
    const text = priceChangeText({ recurrence: wire, currency: wire.currency, ...change }, formats)
    return { id, label: label || title, text, total, from: new Date(nextChargeAt).toISOString(), after }
  })
}

function payoffOf(
  { payoff, currency }: SubscriptionWire,
  formats: Formats,
  type: string | null,
): SubscriptionData['payoff'] {
  if (payoff === null) return null
  const { total, payments, withoutDiscount } = payoff
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const saved = withoutDiscount > total ? amountText(withoutDiscount - total) : null
  const mayNeedCard = type !== null && !quickMethods.includes(type)
  return { total, payments, amount: amountText(total), saved, mayNeedCard }
}
