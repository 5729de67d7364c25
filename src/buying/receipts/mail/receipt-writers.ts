import type { Kysely } from 'kysely'
import type { Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'
import type { Addresses } from '#payments/purchases/records/purchase-url.ts'
import { writePaymentProcessing, writePaymentReturned } from './write-payment-mail.ts'
import { writeReceipt } from './write-receipt.ts'
import { writeRefundMail } from './write-refund-mail.ts'
import {
  writeCancellationDelayed,
  writeFailedRenewal,
  writePriceChanged,
  writeSubscriptionCanceled,
  writeSubscriptionEnded,
  writeTrialEnding,
} from './write-subscription-mail.ts'

/** Writes all that buyers are told by mail. */
export function receiptWriters(parts: {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly addresses: Addresses
}): Writers {
  const { db, clock, addresses } = parts
  const receipt: Writers[string] = ({ purchaseId }) => writeReceipt(db, clock, addresses, purchaseId ?? '')
  return {
    receipt,
    renewal: receipt,
    payment_processing: ({ purchaseId }) => writePaymentProcessing(parts, purchaseId),
    payment_returned: ({ purchaseId }) => writePaymentReturned(parts, purchaseId),
    refund: ({ purchaseId, refundId }) => writeRefundMail(db, addresses, purchaseId ?? '', refundId ?? ''),
    renewal_failed: (mail) => writeFailedRenewal(parts, mail),
    price_changed: (mail) => writePriceChanged(parts, mail),
    trial_ending: (mail) => writeTrialEnding(parts, mail),
    subscription_ended: (mail) => writeSubscriptionEnded(parts, mail),
    cancellation_delayed: (mail) => writeCancellationDelayed(parts, mail),
    subscription_canceled: (mail) => writeSubscriptionCanceled(parts, mail),
  }
}
