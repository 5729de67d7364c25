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

/** Tells the buyer that their bank has the payment, so that they do not pay again. */
async function writePaymentProcessing(services: Services, purchaseId: string | null): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  return writeBuyerMail(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} is with your bank`,
    heading: 'Your payment is with your bank',
    lines: [
      `Your bank is still working on your payment of ${amountText(receipt.total)} for “${titleOf(receipt)}” from ${receipt.sellerName}.`,
      'Do not pay again. We will email you as soon as your bank has answered; that can take some days.',
    ],
    action: 'View your purchase',
  })
}

/**
 * Tells the buyer that a payment which their bank had came to nothing. A subscription that they have paid for since goes on;
 * once its next payment has fallen due, a bank may have that, and nobody is told to buy it again before it has ended.
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
      `Your bank did not carry out your payment of ${amountText(receipt.total)} for “${titleOf(receipt)}” from ${receipt.sellerName}.`,
      runs && begun.paidCycles > 0
        ? 'You have not been charged for it, but the payment may be tried again. What you have paid for since goes on: do not buy it again.'
        : runs && laterPaymentsFrom(begun) <= services.clock.now().getTime()
          ? 'You have not been charged for it. Wait before you buy it again: the next payment of your subscription has fallen due, and your bank may have that one. Your purchase page shows what becomes of it.'
          : 'You have not been charged for it. If you still want it, buy it again and pay another way.',
    ],
    action: 'View your purchase',
  })
}

/** When the first payment after the order falls due, in milliseconds. */
function laterPaymentsFrom(row: NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>): number {
  const { billingCycleAnchor, createdAt, trialDays } = row
  const anchor = billingCycleAnchor?.getTime() ?? trialEndAt(createdAt.getTime(), trialDays)
  return cycleStart(row, anchor, trialDays > 0 ? 0 : 1)
}

/** Tells the buyer that money goes back. */
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
    buyer: `You undid “${titleOf(receipt)}”: ${share} is being refunded to you.`,
    withdrawal: `You withdrew from “${titleOf(receipt)}”: ${share} is being refunded to you.`,
    seller: `${seller} has refunded ${share} for “${titleOf(receipt)}”.`,
    provider: `${seller} has refunded ${share} for “${titleOf(receipt)}”.`,
  }[refund.requestedBy]
  const when = `The money goes back to ${whereTo(receipt)}, usually within 5 to 10 business days.`
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
