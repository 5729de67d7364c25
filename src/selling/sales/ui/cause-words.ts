import type { PurchaseEvent } from '../contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** The recorded causes of state changes, in words for sellers. */
const words: Readonly<Record<string, string>> = {
  'intent recorded': 'The buyer clicked Pay',
  'answer to paying': 'Confirmed by Stripe',
  'nothing to pay': 'No payment needed',
  'repeated request': 'The buyer tried again',
  'buyer asked': 'The buyer checked the status',
  'buyer gave up': 'Abandoned by the buyer',
  'its buyer gave it up': 'Abandoned by the buyer',
  'card changed': 'The buyer changed the card',
  'asked by buyer': 'Requested by the buyer',
  'asked by seller': 'Requested by you',
  'offer accepted again': 'The buyer accepted the offer again',
  'offer declined': 'The buyer declined the offer',
  webhook: 'Reported by Stripe',
  reconciler: 'Checked with Stripe',
  reconciliation: 'Found during reconciliation',
}

const events: Readonly<Record<Exclude<PurchaseEvent, 'refund'>, string>> = {
  dispute: 'Disputed',
  renewal_failed: 'Renewal failed',
  renewal_retried: 'Renewal retried',
  renewal_paid: 'Renewal paid',
  subscription_canceled: 'Subscription canceled',
  subscription_resumed: 'Subscription resumed',
  price_changed: 'Price changed',
  receipt_resent: 'Receipt sent again',
  other_amount: 'A different amount was paid',
}

/** Dispute entries whose cause begins with one of these are more than a new dispute. */
const disputes: Readonly<Record<string, string>> = {
  'dispute asked': 'Bank inquiry',
  'dispute begun': 'Inquiry became a dispute',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
  'dispute closed': 'Bank inquiry closed',
}

type Entry = { readonly event: PurchaseEvent | null; readonly cause: string }

/** Names an event other than the payment; undefined where the purchase's state already says it. */
export function eventText({ event, cause }: Entry): string | undefined {
  if (event === null || event === 'refund') return undefined
  return lookUp(disputes, cause.split(': ', 1)[0] ?? '') ?? events[event]
}

/** The part after a colon is the outcome. Unknown causes are already plain words and are only capitalized. */
export function causeText(cause: string): string {
  const [begun = '', ...rest] = cause.split(': ')
  if (lookUp(disputes, begun) !== undefined) return rest.join(': ')
  const first = lookUp(words, begun) ?? begun.charAt(0).toUpperCase() + begun.slice(1)
  return [first, ...rest].join(': ')
}
