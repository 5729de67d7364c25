import type { Kysely } from 'kysely'
import { fromShop } from '#buying/checkout/page/brand.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { purchaseUrl, type Addresses } from '#payments/purchases/records/purchase-url.ts'
import { findReceipt, type Receipt } from '../store.ts'
import { withPlainNames } from '../invoice/with-plain-names.ts'

export type Services = { readonly db: Kysely<Database>; readonly addresses: Addresses }

/** The purchase that a mail is about. */
export async function receiptOf({ db }: Services, purchaseId: string | null): Promise<Receipt> {
  const found = await findReceipt(db, purchaseId ?? '')
  if (found === undefined) throw new Error(`There is no purchase ${purchaseId}`)
  return withPlainNames(found)
}

/** A mail to a buyer in a few sentences, which leads to their purchase's own page. */
export function writeBuyerMail(
  { addresses }: Services,
  receipt: Receipt,
  told: {
    readonly subject: string
    readonly heading: string
    readonly lines: readonly string[]
    readonly action: string
    /** Where else it leads. */
    readonly also?: { readonly label: string; readonly url: string }
  },
): Message {
  const { id, name } = receipt
  const { also } = told
  const url = purchaseUrl(addresses, receipt)
  return fromShop(addresses, receipt, {
    subject: told.subject,
    text: [
      `Hello ${name},`,
      '',
      ...told.lines,
      '',
      `${told.action}:`,
      url,
      '',
      ...(also === undefined ? [] : [`${also.label}:`, also.url, '']),
      `Purchase ${id}.`,
    ].join('\n'),
    body: {
      heading: told.heading,
      parts: [
        ...told.lines.map(text),
        button(told.action, url),
        ...(also === undefined ? [] : [{ kind: 'links', links: [also] } as const]),
        small(`Purchase ${id}.`),
      ],
    },
  })
}
