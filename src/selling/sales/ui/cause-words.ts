import { type Message, msg, say } from '#foundation/language/t.ts'
import type { PurchaseEvent } from '../contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** The recorded causes of state changes, in words for sellers. */
const words: Readonly<Record<string, Message>> = {
  'intent recorded': msg('The buyer clicked Pay'),
  'answer to paying': msg('Confirmed by Stripe'),
  'nothing to pay': msg('No payment needed'),
  'repeated request': msg('The buyer tried again'),
  'buyer asked': msg('The buyer checked the status'),
  'buyer gave up': msg('Abandoned by the buyer'),
  'its buyer gave it up': msg('Abandoned by the buyer'),
  'card changed': msg('The buyer changed the card'),
  'asked by buyer': msg('Requested by the buyer'),
  'asked by seller': msg('Requested by you'),
  'offer accepted again': msg('The buyer accepted the offer again'),
  'offer declined': msg('The buyer declined the offer'),
  webhook: msg('Reported by Stripe'),
  reconciler: msg('Checked with Stripe'),
  reconciliation: msg('Found during reconciliation'),
  'ended: completed': msg('All payments made'),
  'ended: canceled': msg('Canceled before'),
  'ended: unpaid': msg('The card could not be charged'),
}

/** A subscription's entries in the history of a sale or a customer. */
export const subscriptionEvents = {
  renewal_failed: msg('Renewal failed'),
  renewal_retried: msg('Renewal retried'),
  renewal_paid: msg('Renewal paid'),
  subscription_canceled: msg('Subscription canceled'),
  subscription_resumed: msg('Subscription resumed'),
  subscription_ended: msg('Subscription ended'),
  price_changed: msg('Price changed'),
  subscription_paused: msg('Subscription paused'),
  subscription_resumed_from_pause: msg('Pause ended'),
  payment_skipped: msg('Payment skipped'),
} as const

const events: Readonly<Record<Exclude<PurchaseEvent, 'refund' | 'refund_failed'>, Message>> = {
  dispute: msg('Disputed'),
  ...subscriptionEvents,
  receipt_resent: msg('Receipt sent again'),
  other_amount: msg('A different amount was paid'),
  withdrawal: msg('Withdrawal'),
}

/** For causes that begin with one of these, the cause says more than the entry's event. */
const telling: Readonly<Record<string, Message>> = {
  'dispute asked': msg('Bank inquiry'),
  'dispute begun': msg('Inquiry became a dispute'),
  'dispute won': msg('Dispute won'),
  'dispute lost': msg('Dispute lost'),
  'dispute closed': msg('Bank inquiry closed'),
  'withdrawal received': msg('Withdrawal received'),
  'withdrawal due': msg('Reminder of the refund'),
}

type Entry = { readonly event: PurchaseEvent | null; readonly cause: string }

/** Names an event other than the payment, or undefined if the purchase's state already says it. */
export function eventText({ event, cause }: Entry): string | undefined {
  if (event === null || event === 'refund' || event === 'refund_failed') return undefined
  return say(lookUp(telling, cause.split(': ', 1)[0] ?? '') ?? events[event])
}

/** The part after a colon is the outcome. Unknown causes are already plain words and are only capitalized. */
export function causeText(cause: string): string {
  const [begun = '', ...rest] = cause.split(': ')
  if (lookUp(telling, begun) !== undefined) return rest.join(': ')
  const known = lookUp(words, begun)
  const first = known === undefined ? begun.charAt(0).toUpperCase() + begun.slice(1) : say(known)
  return [first, ...rest].join(': ')
}
