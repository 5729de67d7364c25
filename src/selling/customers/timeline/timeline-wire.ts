import { z } from 'zod'

export const timelineKinds = [
  'purchase',
  'refund',
  'dispute',
  'withdrawal',
  'subscription',
  'offer_shown',
  'offer_declined',
  'mail',
  'note',
  'correction',
  'merge',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * Something that happened between a customer and the shop.
 * - `purchaseId`: the purchase that it belongs to; null for a note, a correction and a merge.
 * - `title`: what was bought, shown or written, which address was corrected to which, or with whom somebody was merged.
 * - `state`: a word of its kind: of a purchase its kind, or what it began for which nothing was paid at first, of a refund
 *   or dispute how it stands, of a mail whether it was sent, of a subscription what happened, of a withdrawal what became
 *   of it.
 * - `amount`: in minor units of `currency`; null for what began without a payment.
 * - `who`: who wrote the note or corrected the address, or where the mail went.
 */
export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: z.string(),
  purchaseId: z.string().nullable(),
  title: z.string(),
  state: z.string().nullable(),
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  who: z.string().nullable(),
})
export type TimelineEntry = z.output<typeof timelineEntry>
