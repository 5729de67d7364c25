import type { Kysely } from 'kysely'
import type { Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import { type Addresses, purchaseUrl } from '#payments/purchases/records/purchase-url.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { findReceipt, findRefund, type Receipt } from '#buying/receipts/store.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { withPlainNames } from '#buying/receipts/invoice/invoice.ts'
import { writeReceipt } from './write-receipt.ts'
import {
  writeCancellationDelayed,
  writeFailedRenewal,
  writePriceChanged,
  writeSubscriptionCanceled,
  writeSubscriptionEnded,
  writeTrialEnding,
} from './write-subscription-mail.ts'
import { titleOf, writingOf, receiptOf, type Services, writeBuyerMail } from './receipt-rows.ts'

/** Writes all mails to buyers about their purchases. */
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

/** Emails the buyer that their bank has the payment, so that they do not pay again. */
async function writePaymentProcessing(services: Services, purchaseId: string | null): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  return writeBuyerMail(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} is with your bank`,
    heading: 'Your payment is with your bank',
    lines: [
      `Your bank is still processing your payment of ${amountText(receipt.total)} to ${receipt.sellerName} for “${titleOf(receipt)}”.`,
      'Please do not pay again. We will email you as soon as your bank has answered, which can take a few days.',
    ],
    action: 'View your purchase',
  })
}

/**
 * Emails the buyer that their bank did not complete a payment. A subscription paid for since continues. Once its next
 * payment is due, a bank may have that one, so buyers are not asked to buy again before it has ended.
 */
async function writePaymentReturned(
  services: Services & { readonly clock: Clock },
  purchaseId: string | null,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  const begun = await findSubscriptionOf(services.db, receipt.id)
  const runs = begun !== undefined && !hasEnded(begun.status)
  return writeBuyerMail(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} did not go through`,
    heading: 'Your payment did not go through',
    lines: [
      `Your bank did not complete your payment of ${amountText(receipt.total)} to ${receipt.sellerName} for “${titleOf(receipt)}”.`,
      runs && begun.paidCycles > 0
        ? 'You have not been charged for it, but the payment may be tried again. Your subscription continues with your later payments, so please do not buy it again.'
        : runs && laterPaymentsFrom(begun) <= services.clock.now().getTime()
          ? 'You have not been charged for it. Please wait before you buy it again. The next payment of your subscription is due, and your bank may already have it. Your purchase page shows the outcome.'
          : 'You have not been charged for it. If you still want it, buy it again with another payment method.',
    ],
    action: 'View your purchase',
  })
}

/** When the first payment after the order is due, in milliseconds. */
function laterPaymentsFrom(row: NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>): number {
  const { billingCycleAnchor, createdAt, trialDays } = row
  const anchor = billingCycleAnchor?.getTime() ?? trialEndAt(createdAt.getTime(), trialDays)
  return cycleStart(row, anchor, trialDays > 0 ? 0 : 1)
}

/** Emails the buyer about a refund. */
export async function writeRefundMail(
  db: Kysely<Database>,
  addresses: Addresses,
  purchaseId: string,
  refundId: string,
): Promise<Message> {
  const found = await findReceipt(db, purchaseId)
  const refund = await findRefund(db, purchaseId, refundId)
  if (found === undefined || refund === undefined) throw new Error(`There is no refund ${refundId}`)
  const receipt = withPlainNames(found)
  const { total, name, sellerName: seller } = receipt
  const { amountText } = writingOf(receipt)
  const amount = amountText(refund.amount)
  const share = refund.amount === total ? amount : `${amount} of ${amountText(total)}`
  const what = {
    buyer: `You undid “${titleOf(receipt)}”. We are refunding ${share} to you.`,
    withdrawal: `You withdrew from “${titleOf(receipt)}”. We are refunding ${share} to you.`,
    seller: `${seller} has refunded ${share} for “${titleOf(receipt)}”.`,
    provider: `${seller} has refunded ${share} for “${titleOf(receipt)}”.`,
  }[refund.requestedBy]
  const when = `It will be returned to ${whereTo(receipt)}, usually within 5 to 10 business days.`
  const url = purchaseUrl(addresses, found)
  return fromShop(addresses, receipt, {
    subject: `Your refund from ${seller}: ${amount}`,
    thread: receipt.orderId ?? purchaseId,
    text: [
      `Hello ${name},`,
      '',
      what,
      when,
      '',
      'View your purchase:',
      url,
      '',
      `Purchase ${purchaseId}.`,
    ].join('\n'),
    body: {
      heading: `Your refund, ${name}`,
      parts: [text(what), text(when), button('View your purchase', url), small(`Purchase ${purchaseId}.`)],
    },
  })
}

function whereTo(receipt: Receipt): string {
  const { cardBrand, paymentMethodType: type } = receipt
  const isOfBank = cardBrand === null && type !== null && type !== 'card'
  return isOfBank ? 'the account you paid from' : (paidWithText(receipt) ?? 'the card you paid with')
}
