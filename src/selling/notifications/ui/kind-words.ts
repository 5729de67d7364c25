import type { NotificationSettings } from '../settings-contract.ts'

/** What people call each kind, and what it is about. */
export const kindWords: Readonly<
  Record<keyof NotificationSettings['kinds'], readonly [name: string, hint: string]>
> = {
  sale: ['Sales', 'An order, or an offer that was accepted'],
  refund: ['Refunds', 'Money that went back to a buyer'],
  dispute: ['Disputes', 'A bank takes a payment back, and you have a few days to answer; and how it decided'],
  renewal_failed: ['Failed renewals', 'A card was declined for a subscription'],
  payment_returned: ['Returned payments', 'A bank did not carry out a payment after all, such as a debit'],
  payout_failed: [
    'Failed payouts',
    'Your bank did not take a payout from Stripe; something has to be corrected',
  ],
  payout_paid: ['Payouts', 'Money that Stripe paid into your bank account'],
  cancellation: ['Canceled subscriptions', 'By the buyer, by your team, or because nothing was paid'],
}
