// What buyers read when they cancel a recurring contract, each sentence with where it comes from. "BGB" is the German
// Bürgerliches Gesetzbuch, whose § 312k asks for it. No legal advice.
import { instantText } from '#foundation/time/day-text.ts'

export const cancellationTexts = {
  /** BGB § 312k(2), the label of the first button that it names. */
  label: 'Cancel contracts here',
  title: 'Cancel contract',
  /** BGB § 312k(2), the label of the second one. */
  confirm: 'Cancel now',
  /** Ours: what it is for, and what it does not do. */
  lead: 'Cancel a subscription here. What you have paid for stays yours until the end of the paid period, and nothing more is charged after it.',
  fields: {
    /** BGB § 312k(2) No. 1 (b). */
    name: 'Your name',
    /** BGB § 312k(2) No. 1 (e). */
    email: 'Email',
    /** BGB § 312k(2) No. 1 (c). */
    reference: 'Order or invoice number, or what you subscribed to',
    /** BGB § 312k(2) No. 1 (a). */
    ground: 'Kind of cancellation',
    cause: 'Reason',
    /** BGB § 312k(2) No. 1 (d). */
    endsOn: 'End on a later day (optional)',
  },
  emailHint: 'The confirmation goes there. Use the address you subscribed with if you can.',
  referenceHint: 'Your receipt shows the order number as “Purchase”.',
  causeHint: 'Only for a cancellation for cause.',
  /** BGB § 312k(2) No. 1 (d): without it, the next possible time. */
  endsOnHint: 'Left empty, it ends at the next possible date: with the period that you have paid for.',
  grounds: { ordinary: 'Ordinary', cause: 'For cause, with a reason' },
  statement: ({ reference, ground, cause, endsOn }: CancellationWords) =>
    [
      `I hereby cancel my contract for: ${reference}`,
      ground === 'cause' ? `Cancellation for cause. Reason: ${cause}` : 'Ordinary cancellation.',
      endsOn === '' ? 'At the next possible date.' : `As of the first possible date on or after ${endsOn}.`,
    ].join('\n'),
  /** BGB § 312k(4): content, date and time of receipt. */
  received: (at: number) => `Your cancellation was received on ${instantText(at)}.`,
  /** The same whether anything fits, so that it tells nobody who has subscribed. BGB § 312k(4): when it ends. */
  next: 'If your number and email match a subscription, it ends with the period that is paid for, or with the one that the day you named falls into. You get its end date by email: within a minute, or when that period has begun. Otherwise the seller gets your cancellation and answers you.',
  wasThisYou: 'Somebody has sent a statement that cancels a subscription bought with your email address.',
  wasThisYouElse: 'If it was not you, you need not do anything. Nothing has been canceled.',
  confirmOwn: 'To cancel, open the purchase and cancel it there:',
  /** Ours: until the period begins in which it is to end. */
  waits: (day: string) => `It goes on until the period that ${day} falls into, and ends with that one.`,
} as const

type CancellationWords = {
  readonly reference: string
  readonly ground: string
  readonly cause: string
  readonly endsOn: string
}
