import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'
import type { DeliveryState } from '../contract.ts'

export const stateWords = {
  delivered: { tone: 'success', label: msg('Delivered') },
  waiting: { tone: 'warning', label: msg('Waiting') },
  missed: { tone: 'danger', label: msg('Missed') },
} as const satisfies Record<DeliveryState, { readonly tone: Tone; readonly label: Message }>

const failures: Readonly<Record<string, Message>> = {
  timeout: msg('No response within ten seconds'),
  unresolved: msg('The host name was not found'),
  private: msg('The host name resolves to a private network'),
  host: msg('The host is not on the public internet'),
  no_echo: msg('The response did not repeat the challenge'),
  too_old: msg('The platform no longer accepts a purchase this old'),
  refused: msg('The platform refused the purchase'),
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
