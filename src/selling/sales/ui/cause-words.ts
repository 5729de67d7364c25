import type { PurchaseEvent } from '../contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** What is kept as the cause of a move, in the words of who sells. */
const words: Readonly<Record<string, string>> = {
  'intent recorded': 'The buyer pressed Pay',
  'answer to paying': 'The card provider’s answer',
  'nothing to pay': 'There was nothing to pay',
  'repeated request': 'The buyer tried again',
  'buyer asked': 'The buyer checked the status',
  'buyer gave up': 'The buyer gave up',
  'its buyer gave it up': 'The buyer gave up',
  'card changed': 'The buyer changed the card',
  'asked by buyer': 'Requested by the buyer',
  'asked by seller': 'Requested by you',
  'offer accepted again': 'The buyer accepted the offer again',
  'offer declined': 'The buyer declined the offer',
  webhook: 'Reported by the card provider',
  reconciler: 'Checked with the card provider',
  reconciliation: 'Found when the books were compared',
}

const events: Readonly<Record<Exclude<PurchaseEvent, 'refund'>, string>> = {
  dispute: 'Disputed',
  renewal_failed: 'Renewal failed',
  renewal_retried: 'Renewal tried again',
  renewal_paid: 'Renewal paid',
  subscription_canceled: 'Subscription canceled',
  subscription_resumed: 'Subscription resumed',
  price_changed: 'Change of price',
  receipt_resent: 'Receipt sent again',
  other_amount: 'Another amount was paid, which does not pay it',
}

/** An entry of a dispute that begins with one of these says more than that it began. */
const disputes: Readonly<Record<string, string>> = {
  'dispute asked': 'Bank inquiry',
  'dispute begun': 'Inquiry became a dispute',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
  'dispute closed': 'Bank inquiry closed',
}

type Entry = { readonly event: PurchaseEvent | null; readonly cause: string }

/** What happened beside the payment; undefined where the purchase's state says it. */
export function eventText({ event, cause }: Entry): string | undefined {
  if (event === null || event === 'refund') return undefined
  return lookUp(disputes, cause.split(': ', 1)[0] ?? '') ?? events[event]
}

/** After a colon stands what the move came to; what is not known here is plain words already, and begins like a sentence. */
export function causeText(cause: string): string {
  const [begun = '', ...rest] = cause.split(': ')
  if (lookUp(disputes, begun) !== undefined) return rest.join(': ')
  const first = lookUp(words, begun) ?? begun.charAt(0).toUpperCase() + begun.slice(1)
  return [first, ...rest].join(': ')
}
