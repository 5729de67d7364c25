import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { html } from '#foundation/http/html.ts'
import { mailButton, mailDocument } from '#foundation/mail/mail-document.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { purchaseUrl, type Addresses } from './purchase-url.ts'
import { titleOf } from './receipt-rows.ts'
import { findReceipt, findRefund } from './store.ts'
import { withPlainNames } from './with-plain-names.ts'

/** Tells the buyer that money goes back, as text and as HTML. */
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
  const { currency, total, name, sellerName: seller } = receipt
  const amount = formatAmount(refund.amount, currency)
  const share = refund.amount === total ? amount : `${amount} of ${formatAmount(total, currency)}`
  const what =
    refund.requestedBy === 'buyer'
      ? `You undid “${titleOf(receipt)}”: ${share} is being refunded to you.`
      : `${seller} has refunded ${share} for “${titleOf(receipt)}”.`
  const when = 'The money goes back to the card you paid with, usually within 5 to 10 days.'
  const url = purchaseUrl(addresses, purchaseId)
  const body = html`<p style="margin:0 0 12px">${what}</p>
    <p style="margin:0">${when}</p>
    ${mailButton('View your purchase', url)}
    <p style="margin:16px 0 0;color:#6b6375;font-size:13px">Purchase ${purchaseId}.</p>`
  return {
    subject: `Your refund from ${seller}: ${amount}`,
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
    html: mailDocument(`Your refund, ${name}`, body),
  }
}
