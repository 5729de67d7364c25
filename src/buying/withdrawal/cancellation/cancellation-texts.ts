// Texts for buyers who cancel a recurring contract, each with its source. "BGB" is the German Bürgerliches
// Gesetzbuch, whose § 312k requires them. This is not legal advice.
import { msg, t } from '#foundation/language/t.ts'
import { dayText, instantText } from '#foundation/time/day-text.ts'

export const cancellationTexts = {
  /** BGB § 312k(2): the label of the first button. */
  label: msg('Cancel contracts here'),
  title: msg('Cancel contract'),
  /** BGB § 312k(2): the label of the second button. */
  confirm: msg('Cancel now'),
  /** No legal source: explains the purpose of the page and its limits. */
  lead: msg(
    'Cancel a subscription here. You keep what you paid for until the end of the paid period, and you will not be charged after that.',
  ),
  fields: {
    /** BGB § 312k(2) No. 1 (b). */
    name: msg('Your name'),
    /** BGB § 312k(2) No. 1 (e). */
    email: msg('Email'),
    /** BGB § 312k(2) No. 1 (c). */
    reference: msg('Order or invoice number, or what you subscribed to'),
    /** BGB § 312k(2) No. 1 (a). */
    ground: msg('Type of cancellation'),
    cause: msg('Reason'),
    /** BGB § 312k(2) No. 1 (d). */
    endsOn: msg('Later end date (optional)'),
  },
  named: msg('You cancel'),
  emailHint: msg('We send the confirmation here. Use the email you subscribed with if you can.'),
  referenceHint: msg('Your receipt shows the order number as “Purchase”.'),
  causeHint: msg('Only needed if you cancel for cause.'),
  /** BGB § 312k(2) No. 1 (d): without a date, the contract ends at the next possible time. */
  endsOnHint: msg('Leave empty to end it at the next possible date, when the period you have paid for ends.'),
  grounds: { ordinary: msg('Ordinary'), cause: msg('For cause, with a reason') },
  receipt: msg('We have received your cancellation'),
  answer: msg('About your cancellation'),
  question: msg('Did you cancel your subscription?'),
  statement: ({ reference, ground, cause, endsOn }: CancellationWords) =>
    [
      t('I hereby cancel my contract for: {reference}', { reference }),
      ground === 'cause'
        ? t('Cancellation for cause. Reason: {cause}', { cause })
        : t('Ordinary cancellation.'),
      endsOn === ''
        ? t('At the next possible date.')
        : t('As of the first possible date on or after {endsOn}.', {
            endsOn: dayText(Date.parse(endsOn)),
          }),
    ].join('\n'),
  /** BGB § 312k(4): the receipt states the content, date and time. */
  received: (at: number) => t('Your cancellation was received on {time}.', { time: instantText(at) }),
  /**
   * This text is the same whether or not anything matches, so that it reveals no subscriptions. BGB §
   * 312k(4): when the contract ends.
   */
  next: msg(
    'If your order or invoice number and your email match a subscription, it ends with the period you have paid for, or with the period that includes the day you named. We email you its end date within a minute or, if that period has not begun yet, once it begins. Otherwise, the seller receives your cancellation and replies to you.',
  ),
  /** No legal source: for a cancellation that does not end a subscription. */
  refused: msg('The seller has reviewed your cancellation.'),
  /** No legal source: someone else may have sent it. */
  wasThisYou: msg('Someone asked to cancel a subscription that was bought with your email address.'),
  wasThisYouElse: msg('If this was not you, you can ignore this email. Nothing has been canceled.'),
  confirmOwn: msg('To cancel, open the purchase and cancel it there:'),
  /** No legal source: shown until the contract's last period begins. */
  waits: (endsOn: string) =>
    t('It continues until the end of the period that includes {day}.', { day: dayText(Date.parse(endsOn)) }),
} as const

type CancellationWords = {
  readonly reference: string
  readonly ground: string
  readonly cause: string
  readonly endsOn: string
}
