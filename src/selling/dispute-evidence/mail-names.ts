import { type Message, msg } from '#foundation/language/t.ts'
/** Names of the mails about a purchase, by kind. */
export const mailNames: Readonly<Record<string, Message>> = {
  receipt: msg('Receipt'),
  buyer_link: msg('Access link'),
  renewal: msg('Renewal receipt'),
  payment_processing: msg('Payment processing'),
  payment_returned: msg('Payment failed'),
  renewal_failed: msg('Renewal failed'),
  refund: msg('Refund'),
  renewal_ahead: msg('Renewal notice'),
  card_expires: msg('Expiring card'),
  trial_ending: msg('Trial ending reminder'),
  subscription_canceled: msg('Subscription canceled'),
  cancellation_delayed: msg('Cancellation delayed'),
  price_changed: msg('Subscription price changed'),
  subscription_ended: msg('Subscription ended'),
  withdrawal: msg('Confirmation of the buyer’s statement'),
  withdrawal_held: msg('Withdrawal: money held by a bank'),
  withdrawal_kept: msg('Withdrawal: part kept for the service'),
  withdrawal_question: msg('Request to confirm a statement'),
  withdrawal_refused: msg('Withdrawal declined'),
}
