/** What the mails about a purchase are called, by their kind. */
export const mailNames: Readonly<Record<string, string>> = {
  receipt: 'Receipt',
  buyer_link: 'Link to what they bought',
  renewal: 'Receipt of a renewal',
  payment_processing: 'A bank has the payment',
  payment_returned: 'A bank did not carry out the payment',
  renewal_failed: 'A renewal could not be charged',
  refund: 'Money went back',
  trial_ending: 'Reminder of the payment after the trial',
  subscription_canceled: 'The subscription was canceled',
  price_changed: 'The price of the subscription was changed',
  subscription_ended: 'The subscription has ended',
  withdrawal: 'Receipt of the buyer’s statement',
  withdrawal_held: 'Answer to a withdrawal: a bank holds the money',
  withdrawal_kept: 'Answer to a withdrawal: a part is kept',
  withdrawal_question: 'Question whether a statement was theirs',
  withdrawal_refused: 'Answer to a withdrawal: refused',
}
