// Texts for buyers who cancel a recurring contract, each with its source. "BGB" is the German Bürgerliches Gesetzbuch,
// whose § 312k requires them. No legal advice.
import { instantText } from '#foundation/time/day-text.ts'

export const cancellationTexts = {
  /** BGB § 312k(2), the label of the first button it names. */
  label: 'Cancel contracts here',
  title: 'Cancel contract',
  /** BGB § 312k(2), the label of the second one. */
  confirm: 'Cancel now',
  /** Ours: the purpose of the page and its limits. */
  lead: 'Cancel a subscription here. You keep what you paid for until the end of the paid period, and you will not be charged after that.',
  fields: {
    /** BGB § 312k(2) No. 1 (b). */
    name: 'Your name',
    /** BGB § 312k(2) No. 1 (e). */
    email: 'Email',
    /** BGB § 312k(2) No. 1 (c). */
    reference: 'Order or invoice number, or what you subscribed to',
    /** BGB § 312k(2) No. 1 (a). */
    ground: 'Type of cancellation',
    cause: 'Reason',
    /** BGB § 312k(2) No. 1 (d). */
    endsOn: 'Later end date (optional)',
  },
  emailHint: 'We send the confirmation here. Use the email you subscribed with if you can.',
  referenceHint: 'Your receipt shows the order number as “Purchase”.',
  causeHint: 'Only needed if you cancel for cause.',
  /** BGB § 312k(2) No. 1 (d): without it, the next possible time. */
  endsOnHint: 'Leave empty to end it at the next possible date, when the period you have paid for ends.',
  grounds: { ordinary: 'Ordinary', cause: 'For cause, with a reason' },
  statement: ({ reference, ground, cause, endsOn }: CancellationWords) =>
    [
      `I hereby cancel my contract for: ${reference}`,
      ground === 'cause' ? `Cancellation for cause. Reason: ${cause}` : 'Ordinary cancellation.',
      endsOn === '' ? 'At the next possible date.' : `As of the first possible date on or after ${endsOn}.`,
    ].join('\n'),
  /** BGB § 312k(4): content, date and time of receipt. */
  received: (at: number) => `Your cancellation was received on ${instantText(at)}.`,
  /** The same whether or not anything matches, so that it reveals no subscriptions. BGB § 312k(4): when it ends. */
  next: 'If your number and email match a subscription, it ends with the paid period, or with the period that includes the day you named. You get its end date by email within a minute, or when that period has begun. Otherwise the seller receives your cancellation and replies to you.',
  wasThisYou: 'Someone sent a statement to cancel a subscription bought with your email address.',
  wasThisYouElse: 'If this was not you, you can ignore this email. Nothing has been canceled.',
  confirmOwn: 'To cancel, open the purchase and cancel it there:',
  /** Ours: until its last period begins. */
  waits: (day: string) => `It continues until the end of the period that includes ${day}.`,
} as const

type CancellationWords = {
  readonly reference: string
  readonly ground: string
  readonly cause: string
  readonly endsOn: string
}
