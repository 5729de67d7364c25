import type { EventType } from '#foundation/events/event-types.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import type { DeliveryState, Endpoint } from '../contract.ts'

/** What happened in each type of event. */
export const typeWords: Readonly<Record<EventType, Message>> = {
  'purchase.paid': msg('An order, offer or early payoff was paid'),
  'purchase.processing': msg('A bank works on a payment'),
  'purchase.returned': msg('A bank payment failed'),
  'purchase.refunded': msg('A refund succeeded'),
  'purchase.disputed': msg('A dispute or bank inquiry began'),
  'purchase.dispute_ended': msg('A dispute or bank inquiry ended'),
  'renewal.paid': msg('A renewal was paid'),
  'renewal.failed': msg('A renewal’s payment failed'),
  'renewal.recovered': msg('A failed renewal was paid after all'),
  'subscription.started': msg('A subscription began'),
  'subscription.cancel_asked': msg('A subscription was canceled and may still run'),
  'subscription.resumed': msg('A cancellation was undone'),
  'subscription.price_changed': msg('A buyer switched to another price'),
  'subscription.ended': msg('A subscription is over'),
  'trial.started': msg('A trial began'),
  'plan.paid_off': msg('Installments were paid off early'),
  'withdrawal.received': msg('A buyer withdrew from a purchase'),
  'customer.corrected': msg('A customer’s address was changed'),
  'customer.merged': msg('Two customers were merged'),
  'customer.erased': msg('A customer was erased'),
  'payout.paid': msg('Stripe paid out to your bank account'),
  'payout.failed': msg('A payout failed'),
}

export const endpointStates = {
  new: { tone: 'neutral', label: msg('Not verified') },
  on: { tone: 'success', label: msg('On') },
  failing: { tone: 'warning', label: msg('Not answering') },
  off: { tone: 'neutral', label: msg('Off') },
} as const satisfies Record<Endpoint['state'], { readonly tone: Tone; readonly label: Message }>

export const deliveryStates = {
  delivered: { tone: 'success', label: msg('Delivered') },
  waiting: { tone: 'warning', label: msg('Waiting') },
  missed: { tone: 'danger', label: msg('Missed') },
} as const satisfies Record<DeliveryState, { readonly tone: Tone; readonly label: Message }>

/** Why an endpoint is off, or null if its seller turned it off. */
export function offText(reason: Endpoint['offReason']): string | null {
  if (reason === 'gone')
    return t('It is off because its receiver responded that it is permanently gone (410).')
  if (reason === 'failing') return t('It is off because it did not accept any event for five days.')
  if (reason === 'never_answered') return t('It is off because it never accepted an event.')
  return null
}

const failures: Readonly<Record<string, Message>> = {
  timeout: msg('No response within ten seconds'),
  unresolved: msg('The host name was not found'),
  private: msg('The host name resolves to a private network'),
  host: msg('The host is not on the public internet'),
  no_echo: msg('The response did not repeat the challenge'),
  ours: msg('We could not write the message'),
  'connection ECONNREFUSED': msg('The connection was refused'),
  'connection ECONNRESET': msg('The connection was lost'),
  'connection CERT_HAS_EXPIRED': msg('The TLS certificate has expired'),
  'connection DEPTH_ZERO_SELF_SIGNED_CERT': msg('The TLS certificate is self-signed'),
  'connection UNABLE_TO_VERIFY_LEAF_SIGNATURE': msg('The TLS certificate’s chain is incomplete'),
  'connection ERR_TLS_CERT_ALTNAME_INVALID': msg('The TLS certificate is for another host'),
}

/** The outcome of a call in words, such as "200" or "No response within ten seconds". */
export function outcomeText({
  status,
  failure,
}: {
  readonly status: number
  readonly failure: string | null
}): string {
  if (failure === null) return String(status)
  const words = lookUp(failures, failure)
  const code = failure.replace('connection ', '')
  return words === undefined ? t('The connection failed ({code})', { code }) : say(words)
}

/** A time in seconds with two digits, such as "0.32 s". */
export function tookText(milliseconds: number): string {
  return t('{seconds} s', { seconds: (milliseconds / 1000).toFixed(2) })
}
