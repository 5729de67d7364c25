import { type Message, msg, say, t } from '#foundation/language/t.ts'
import type { RecoveryWire } from '../../contract.ts'

/** The labels of the kinds, such as in a filter. */
export const kindNames: Readonly<Record<RecoveryWire['kind'], Message>> = {
  declined: msg('Payment declined'),
  authentication: msg('Left at the bank'),
  page: msg('Left the page'),
}

/** What happened to an order. For a decline, this is the text the buyer read. */
export function happenedText({ kind, failureMessage }: RecoveryWire): string {
  switch (kind) {
    case 'declined':
      return failureMessage ?? t('The payment was declined.')
    case 'authentication':
      return t('The buyer did not finish at their bank.')
    case 'page':
      return t('The buyer asked for a reminder and left.')
  }
}

const reasons: Readonly<Record<NonNullable<RecoveryWire['reason']>, Message>> = {
  off: msg('Emails are off for this form.'),
  fraud: msg('No email: the card may be stolen or blocked.'),
  many_cards: msg('No email: several different cards were declined.'),
  attack: msg('No email: stolen cards were being tested on the form.'),
  bought: msg('No email: the buyer has bought it.'),
  trouble: msg('No email: the buyer had a refund, a dispute or a withdrawal in the last 90 days.'),
  stopped_by_buyer: msg('The buyer wants no such emails.'),
  stopped_by_seller: msg('You stopped the emails.'),
  bounced: msg('The buyer’s email address does not exist.'),
  form: msg('No email: the form could not be bought.'),
  expired: msg('No email: the order is too old.'),
}

/** The result of the emails, if none is planned. */
export function outcomeText({ state, reason, isHeldOut, sent, askedAt }: RecoveryWire): string {
  if (state === 'paid') return t('Paid')
  if (askedAt !== null) return t('The buyer asked for the link.')
  if (isHeldOut && reason === null) return t('No email: one in ten buyers gets none, for comparison.')
  if (reason !== null) return say(reasons[reason])
  return sent > 0 ? t('{sent, plural, one {Email sent} other {# emails sent}}', { sent }) : t('No email')
}
