import type { Clock } from '#foundation/time/clock.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { titleOf, writingOf } from './receipt-rows.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { findSubscription } from '../store.ts'
import { receiptOf, writeBuyerMail, type Services } from './write-buyer-mail.ts'

/** Tells the buyer that their bank has the payment, so that they do not pay again. */
export async function writePaymentProcessing(
  services: Services,
  purchaseId: string | null,
): Promise<Message> {
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
export async function writePaymentReturned(
  services: Services & { readonly clock: Clock },
  purchaseId: string | null,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  const begun = await findSubscription(services.db, receipt.id)
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
function laterPaymentsFrom(row: NonNullable<Awaited<ReturnType<typeof findSubscription>>>): number {
  const { billingCycleAnchor, createdAt, trialDays } = row
  const anchor = billingCycleAnchor?.getTime() ?? trialEndAt(createdAt.getTime(), trialDays)
  return cycleStart(row, anchor, trialDays > 0 ? 0 : 1)
}
