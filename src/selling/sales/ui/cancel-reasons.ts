import type { CancelReason } from '#foundation/db/tables/subscriptions.ts'
import { type Message, msg } from '#foundation/language/t.ts'

/** Why buyers canceled, in words for the seller. */
export const cancelReasonLabels: Readonly<Record<CancelReason, Message>> = {
  price: msg('Price'),
  not_used: msg('Not used enough'),
  missing: msg('Something missing'),
  elsewhere: msg('Found something else'),
  other: msg('Another reason'),
}
