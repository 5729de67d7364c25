import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { purchaseUrl, type Addresses } from '#payments/purchases/records/purchase-url.ts'
import { titleOf, writingOf } from './receipt-rows.ts'
import { findReceipt, findRefund, type Receipt } from '../store.ts'
import { withPlainNames } from '../invoice/with-plain-names.ts'

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
