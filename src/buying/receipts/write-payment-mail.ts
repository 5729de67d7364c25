import type { Message } from '#foundation/mail/send-mails.ts'
import { titleOf, writingOf } from './receipt-rows.ts'
import { findSubscription } from './store.ts'
import { receiptOf, tellBuyer, type Services } from './tell-buyer.ts'

/** Tells the buyer that their bank has the payment, so that they do not pay again. */
export async function writePaymentProcessing(
  services: Services,
  purchaseId: string | null,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  return tellBuyer(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} is with your bank`,
    heading: 'Your payment is with your bank',
    lines: [
      `Your bank is still working on your payment of ${amountText(receipt.total)} for “${titleOf(receipt)}” from ${receipt.sellerName}.`,
      'Do not pay again. We will mail you as soon as your bank has answered; that can take some days.',
    ],
    action: 'View your purchase',
  })
}

/** Tells the buyer that a payment which their bank had came to nothing; a subscription that they have paid for since goes on. */
export async function writePaymentReturned(services: Services, purchaseId: string | null): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amountText } = writingOf(receipt)
  const goesOn = ((await findSubscription(services.db, receipt.id))?.paidCycles ?? 0) > 0
  return tellBuyer(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} did not go through`,
    heading: 'Your payment did not go through',
    lines: [
      `Your bank did not carry out your payment of ${amountText(receipt.total)} for “${titleOf(receipt)}” from ${receipt.sellerName}.`,
      goesOn
        ? 'You have not been charged for it, but the payment may be tried again. What you have paid for since goes on: do not buy it again.'
        : 'You have not been charged. If you still want it, buy it again and pay another way.',
    ],
    action: 'View your purchase',
  })
}
