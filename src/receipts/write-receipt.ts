import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { html } from '#mail/html.ts'
import { plainName } from '#mail/plain-name.ts'
import type { Message } from '#mail/send-mails.ts'
import { formatAmount } from '#money/amount.ts'
import { findReceipt, type Receipt } from './store.ts'

/** The receipt of a paid purchase, as text and as HTML. */
export async function writeReceipt(db: Kysely<Database>, purchaseId: string): Promise<Message> {
  const receipt = withPlainNames(await findReceipt(db, purchaseId))
  return {
    subject: `Your receipt from ${receipt.sellerName}`,
    text: textOf(receipt),
    html: htmlOf(receipt).html,
  }
}

/** The seller's message stays as it is: links to what was bought are what it is for. */
function withPlainNames(receipt: Receipt): Receipt {
  return {
    ...receipt,
    name: plainName(receipt.name),
    sellerName: plainName(receipt.sellerName),
    lines: receipt.lines.map((line) => ({
      ...line,
      title: plainName(line.title),
      taxTitle: line.taxTitle === null ? null : plainName(line.taxTitle),
    })),
  }
}

type Row = { readonly label: string; readonly amount: string }

function rowsOf({ lines, taxAmount, currency }: Receipt): Row[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  const [first] = lines
  const isInclusive = first?.taxInclusive === true
  const tax = {
    label: `${first?.taxTitle ?? 'Tax'} ${first?.taxPercentage ?? ''}%`,
    amount: amount(taxAmount),
  }
  return [
    ...lines.map((line) => ({ label: line.title, amount: amount(isInclusive ? line.total : line.subtotal) })),
    ...(taxAmount === 0 ? [] : [isInclusive ? { ...tax, label: `Including ${tax.label}` } : tax]),
  ]
}

function textOf(receipt: Receipt): string {
  const { name, sellerName, total, currency, successMessage, id, paidAt } = receipt
  return [
    `Hello ${name},`,
    '',
    `thank you for your purchase from ${sellerName}.`,
    '',
    ...rowsOf(receipt).map(({ label, amount }) => `${label}: ${amount}`),
    `Total: ${formatAmount(total, currency)}`,
    '',
    ...(successMessage === null ? [] : [successMessage, '']),
    `Paid on ${dateOf(paidAt)}. Purchase ${id}.`,
  ].join('\n')
}

function htmlOf(receipt: Receipt) {
  const { name, sellerName, total, currency, successMessage, id, paidAt } = receipt
  const rows = rowsOf(receipt).map(
    ({ label, amount }) =>
      html`<tr>
        <td style="padding:6px 0">${label}</td>
        <td style="padding:6px 0;text-align:right;white-space:nowrap">${amount}</td>
      </tr>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <body style="margin:0;background:#f6f5f8;font:16px/1.5 system-ui,sans-serif;color:#1c1724">
        <table role="presentation" width="100%" style="max-width:560px;margin:0 auto;padding:24px">
          <tr>
            <td>
              <h1 style="font-size:22px;margin:0 0 16px">Thank you, ${name}</h1>
              <p style="margin:0 0 16px">Here is your receipt from ${sellerName}.</p>
              <table
                width="100%"
                style="background:#fff;border-radius:12px;padding:12px 20px;border-collapse:separate"
              >
                ${rows}
                <tr>
                  <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea"><strong>Total</strong></td>
                  <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea;text-align:right">
                    <strong>${formatAmount(total, currency)}</strong>
                  </td>
                </tr>
              </table>
              ${successMessage === null ? [] : [html`<p style="margin:16px 0;white-space:pre-line">${successMessage}</p>`]}
              <p style="margin:16px 0 0;color:#6b6375;font-size:13px">
                Paid on ${dateOf(paidAt)}. Purchase ${id}.
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`
}

function dateOf(time: Date | null): string {
  return (time ?? new Date(0)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
