import { z } from 'zod'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { notificationKinds } from '../kinds.ts'

/** The emails that a link ends: those of one kind, the daily email or all instant emails. */
export type Ended = (typeof ended)[number]
const ended = [...notificationKinds, 'letter', 'at_once'] as const

export const unsubscribePath = '/notices/unsubscribe'

/** The URL that unsubscribes a member without signing in. It never expires and does nothing else. */
export function unsubscribeUrl(
  { authSecret, publicUrl }: { readonly authSecret: string; readonly publicUrl: string },
  userId: string,
  what: Ended,
): string {
  const link = `${userId}.${what}.${signatureOf(authSecret, textOf(userId, what))}`
  return `${publicUrl}${unsubscribePath}?${new URLSearchParams({ link }).toString()}`
}

/** The emails and the member that an unsubscribe link is for, or undefined if the link is not ours. */
export function readUnsubscribeLink(
  secret: string,
  link: string,
): { readonly userId: string; readonly what: Ended } | undefined {
  const [userId = '', what = '', signature = ''] = link.split('.')
  if (!isSignature(secret, textOf(userId, what), signature)) return undefined
  const known = z.enum(ended).safeParse(what)
  return known.success ? { userId, what: known.data } : undefined
}

function textOf(userId: string, what: string): string {
  return `unsubscribe:${userId}:${what}`
}
