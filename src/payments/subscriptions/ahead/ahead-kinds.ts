/**
 * Why a payment is due: a renewal, the first payment after a trial or a pause or at a changed price, a plan's payment
 * or its last one, or another attempt at a declined payment. An `end` has no payment.
 */
export const aheadKinds = [
  'renewal',
  'trial_end',
  'pause_end',
  'price_change',
  'instalment',
  'last_payment',
  'retry',
  'end',
] as const
export type AheadKind = (typeof aheadKinds)[number]
