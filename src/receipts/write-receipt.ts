import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { html } from '#mail/html.ts'
import type { Message } from '#mail/send-mails.ts'
import { formatAmount } from '#money/amount.ts'
import { downloadsOf } from './downloads.ts'
import { mailButton, mailDocument } from './mail-document.ts'
import { purchaseUrl, type Addresses } from './purchase-url.ts'
import { dateOf, receiptRows } from './receipt-rows.ts'
import { findReceipt, type Receipt } from './store.ts'
import { withPlainNames } from './with-plain-names.ts'

/** The receipt of a paid purchase, as text and as HTML. */
export async function writeReceipt(
  db: Kysely<Database>,
  addresses: Addresses,
  purchaseId: string,
): Promise<Message> {
  const found = await findReceipt(db, purchaseId)
  if (found === undefined) throw new Error(`There is no purchase ${purchaseId}`)
  const receipt = withPlainNames(found)
  const url = purchaseUrl(addresses, purchaseId)
  return {
    subject: `Your receipt from ${receipt.sellerName}`,
    text: textOf(receipt, url),
    html: htmlOf(receipt, url),
  }
}

function textOf(receipt: Receipt, url: string): string {
  const { name, sellerName, total, currency, successMessage, id, paidAt } = receipt
  const files = downloadsOf(receipt)
  return [
    `Hello ${name},`,
    '',
    `thank you for your purchase from ${sellerName}.`,
    '',
    ...receiptRows(receipt).map(({ label, amount }) => `${label}: ${amount}`),
    `Total: ${formatAmount(total, currency)}`,
    '',
    ...(successMessage === null ? [] : [successMessage, '']),
    ...(files.length === 0
      ? []
      : ['Your downloads, on the page below:', ...files.map((file) => `- ${file.name}`), '']),
    'View your purchase:',
    url,
    '',
    `Paid on ${dateOf(paidAt)}. Purchase ${id}.`,
  ].join('\n')
}

function htmlOf(receipt: Receipt, url: string): string {
  const { name, sellerName, total, currency, successMessage, id, paidAt } = receipt
  const files = downloadsOf(receipt)
  const rows = receiptRows(receipt).map(
    ({ label, amount }) =>
      html`<tr>
        <td style="padding:6px 0">${label}</td>
        <td style="padding:6px 0;text-align:right;white-space:nowrap">${amount}</td>
      </tr>`,
  )
  const body = html`<p style="margin:0 0 16px">Here is your receipt from ${sellerName}.</p>
    <table width="100%" style="background:#fff;border-radius:12px;padding:12px 20px;border-collapse:separate">
      ${rows}
      <tr>
        <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea"><strong>Total</strong></td>
        <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea;text-align:right">
          <strong>${formatAmount(total, currency)}</strong>
        </td>
      </tr>
    </table>
    ${
      successMessage === null ? [] : html`<p style="margin:16px 0;white-space:pre-line">${successMessage}</p>`
    }
    ${
      files.length === 0
        ? []
        : html`<p style="margin:16px 0 4px"><strong>Your downloads</strong></p>
            <ul style="margin:0;padding-left:20px">
              ${files.map((file) => html`<li>${file.name}</li>`)}
            </ul>`
    }
    ${mailButton(files.length === 0 ? 'View your purchase' : 'View your purchase and download', url)}
    <p style="margin:16px 0 0;color:#6b6375;font-size:13px">Paid on ${dateOf(paidAt)}. Purchase ${id}.</p>`
  return mailDocument(`Thank you, ${name}`, body)
}
