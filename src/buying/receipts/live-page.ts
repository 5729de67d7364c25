import type { PageSource } from '#buying/checkout/page-assets.ts'
import type { Config } from '#foundation/config.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import type { Formats } from '#foundation/formats.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { SubscriptionWire } from '#payments/subscriptions/contract.ts'
import { dayText } from '#foundation/day-text.ts'
import type { Receipt } from './store.ts'
import type { SubscriptionData } from './subscription-data.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** The style sheet of a purchase's page, and the script that its buyer changes a subscription with. */
export const purchasePageSource: PageSource = {
  name: 'purchase',
  entry: 'src/buying/receipts/ui/start.tsx',
  sheet: 'src/buying/receipts/ui/page.css',
}

/** What an order's page is live with; undefined where there is nothing that its buyer could change. */
export function liveData(
  { id, email, name, stripeAccountId }: Receipt,
  { wire, amount, formats, isOver, nextChargeAt, endsAt }: SubscriptionView,
  waitingPayoffId: string | null,
  { authSecret, provider }: Pick<Config, 'authSecret' | 'provider'>,
): SubscriptionData | undefined {
  const { canCancel, canResume, needsCard } = wire
  const canChangeCard = !isOver && (needsCard || nextChargeAt !== null)
  if (!canCancel && !canResume && !canChangeCard) return undefined
  const { publishableKey, scriptUrl } = provider
  const isPayingOff = wire.payoffState === 'open'
  // While the rest is being paid, the next payment waits for that.
  const until = isPayingOff ? endsAt : nextChargeAt
  return {
    purchaseId: id,
    secret: purchaseSecret(authSecret, id),
    buyer: { email, name },
    provider: { publishableKey, scriptUrl, accountId: stripeAccountId },
    due: needsCard ? amount : null,
    canChangeCard,
    canCancel,
    canResume,
    payoff: payoffOf(wire, formats),
    paidUntil: needsCard || until === null ? null : dayText(until, formats),
    isPayingOff,
    waitingPayoffId,
  }
}

function payoffOf({ payoff, currency }: SubscriptionWire, formats: Formats): SubscriptionData['payoff'] {
  if (payoff === null) return null
  const { total, payments, withoutDiscount } = payoff
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const saved = withoutDiscount > total ? amountText(withoutDiscount - total) : null
  return { total, payments, amount: amountText(total), saved }
}
