import type { PageSource } from '#buying/checkout/page-assets.ts'
import type { PageAssets } from '#buying/checkout/page-document.ts'
import type { Config } from '#foundation/config.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import { dayText } from '#payments/subscriptions/plan-text.ts'
import type { Live } from './purchase-document.ts'
import type { Receipt } from './store.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** The script that buyers change a subscription with, and its style sheet. */
export const purchasePageSource: PageSource = {
  name: 'purchase',
  entry: 'src/buying/receipts/ui/start.tsx',
  sheet: 'src/buying/receipts/ui/page.css',
}

/** What makes an order's page live; undefined where there is nothing that its buyer could change. */
export function liveParts(
  { id, email, name, stripeAccountId }: Receipt,
  { wire, amount, isOver, nextChargeAt }: SubscriptionView,
  { authSecret, provider }: Pick<Config, 'authSecret' | 'provider'>,
  assets: PageAssets,
): Live | undefined {
  const { canCancel, canResume, needsCard } = wire
  const canChangeCard = !isOver && (needsCard || nextChargeAt !== null)
  if (!canCancel && !canResume && !canChangeCard) return undefined
  const { publishableKey, scriptUrl } = provider
  const data = {
    purchaseId: id,
    secret: purchaseSecret(authSecret, id),
    buyer: { email, name },
    provider: { publishableKey, scriptUrl, accountId: stripeAccountId },
    due: needsCard ? amount : null,
    canChangeCard,
    canCancel,
    canResume,
    paidUntil: needsCard || nextChargeAt === null ? null : dayText(nextChargeAt),
  }
  return { assets, data }
}
