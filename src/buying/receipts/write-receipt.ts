import type { Kysely } from 'kysely'
import type { Clock } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { html } from '#foundation/http/html.ts'
import { mailButton, mailDocument } from '#foundation/mail/mail-document.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { downloadsOf } from './downloads.ts'
import { sellerLines } from './invoice.ts'
import { purchaseUrl, type Addresses } from './purchase-url.ts'
import { dateOf, receiptRows } from './receipt-rows.ts'
import { findReceipt, findSubscription, type Receipt } from './store.ts'
import { standingText, viewSubscription } from './subscription-view.ts'
import { withPlainNames } from './with-plain-names.ts'

/** The receipt of a paid purchase or renewal, as text and as HTML. */
export async function writeReceipt(
  db: Kysely<Database>,
  clock: Clock,
  addresses: Addresses,
  purchaseId: string,
): Promise<Message> {
  const found = await findReceipt(db, purchaseId)
  if (found === undefined) throw new Error(`There is no purchase ${purchaseId}`)
  const orderId = found.orderId ?? found.id
  const subscription = viewSubscription(await findSubscription(db, orderId), clock.now())
  const told = {
    receipt: withPlainNames(found),
    plan: subscription === undefined ? null : standingText(subscription),
    url: purchaseUrl(addresses, orderId),
    invoiceUrl: purchaseUrl(addresses, purchaseId, '/invoice.pdf'),
    calendarUrl:
      subscription === undefined || subscription.nextChargeAt === null
        ? null
        : purchaseUrl(addresses, orderId, '/calendar.ics'),
  }
  return {
    subject: `Your receipt from ${told.receipt.sellerName}`,
    text: textOf(told),
    html: htmlOf(told),
  }
}

type Told = {
  readonly receipt: Receipt
  /** How the subscription stands that it belongs to, in words. */
  readonly plan: string | null
  /** The page of the order: from there the buyer finds all the rest. */
  readonly url: string
  readonly invoiceUrl: string
  readonly calendarUrl: string | null
}

/** What the seller says and gives comes with the order, and not again with each renewal. */
function givenWith(receipt: Receipt) {
  return receipt.kind === 'renewal'
    ? { message: null, files: [] }
    : { message: receipt.successMessage, files: downloadsOf(receipt) }
}

function introOf({ kind, sellerName }: Receipt): string {
  return kind === 'renewal'
    ? `your subscription with ${sellerName} was renewed.`
    : `thank you for your purchase from ${sellerName}.`
}

function textOf({ receipt, plan, url, invoiceUrl, calendarUrl }: Told): string {
  const { name, total, currency, id, paidAt } = receipt
  const { message, files } = givenWith(receipt)
  return [
    `Hello ${name},`,
    '',
    introOf(receipt),
    '',
    ...receiptRows(receipt).map(({ label, amount }) => `${label}: ${amount}`),
    `Total: ${formatAmount(total, currency)}`,
    '',
    ...(plan === null ? [] : [plan, '']),
    ...(message === null ? [] : [message, '']),
    ...(files.length === 0
      ? []
      : ['Your downloads, on the page below:', ...files.map((file) => `- ${file.name}`), '']),
    plan === null ? 'View your purchase:' : 'View your purchase, change the card or cancel:',
    url,
    '',
    'Invoice as a PDF:',
    invoiceUrl,
    '',
    ...(calendarUrl === null ? [] : ['Your next payment dates as a calendar file:', calendarUrl, '']),
    `Paid on ${dateOf(paidAt)}. Purchase ${id}.`,
    `Sold by ${sellerLines(receipt).join(', ')}.`,
  ].join('\n')
}

function htmlOf({ receipt, plan, url, invoiceUrl, calendarUrl }: Told): string {
  const { kind, name, sellerName, total, currency, id, paidAt } = receipt
  const { message, files } = givenWith(receipt)
  const rows = receiptRows(receipt).map(
    ({ label, amount }) =>
      html`<tr>
        <td style="padding:6px 0">${label}</td>
        <td style="padding:6px 0;text-align:right;white-space:nowrap">${amount}</td>
      </tr>`,
  )
  const intro =
    kind === 'renewal'
      ? `Your subscription with ${sellerName} was renewed. Here is your receipt.`
      : `Here is your receipt from ${sellerName}.`
  const body = html`<p style="margin:0 0 16px">${intro}</p>
    <table width="100%" style="background:#fff;border-radius:12px;padding:12px 20px;border-collapse:separate">
      ${rows}
      <tr>
        <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea"><strong>Total</strong></td>
        <td style="padding:12px 0 6px;border-top:1px solid #e4e0ea;text-align:right">
          <strong>${formatAmount(total, currency)}</strong>
        </td>
      </tr>
    </table>
    ${plan === null ? [] : html`<p style="margin:16px 0">${plan}</p>`}
    ${message === null ? [] : html`<p style="margin:16px 0;white-space:pre-line">${message}</p>`}
    ${
      files.length === 0
        ? []
        : html`<p style="margin:16px 0 4px"><strong>Your downloads</strong></p>
            <ul style="margin:0;padding-left:20px">
              ${files.map((file) => html`<li>${file.name}</li>`)}
            </ul>`
    }
    ${mailButton(files.length === 0 ? 'View your purchase' : 'View your purchase and download', url)}
    <p style="margin:16px 0 0">
      <a href="${invoiceUrl}" style="color:#1c1724">Invoice as a PDF</a>
      ${
        calendarUrl === null
          ? []
          : html` · <a href="${calendarUrl}" style="color:#1c1724">Add the next payments to your calendar</a>`
      }
    </p>
    <p style="margin:16px 0 0;color:#6b6375;font-size:13px">
      Paid on ${dateOf(paidAt)}. Purchase ${id}.<br />Sold by ${sellerLines(receipt).join(', ')}.
    </p>`
  return mailDocument(kind === 'renewal' ? `Renewed, ${name}` : `Thank you, ${name}`, body)
}
