import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import type { TaxedAmount, TaxRate } from '#foundation/money/tax.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { listPrice } from '#payments/pricing/recurrence.ts'
import { countedTitle } from '#payments/pricing/sold-form.ts'
import { isWrittenGross, taxLabel } from '#payments/pricing/shown-price.ts'
import { fromShop } from '#buying/checkout/page/brand.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, type MailLink, small, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { type Addresses, purchaseUrl } from '#payments/purchases/records/purchase-url.ts'
import { withPlainNames } from '#buying/receipts/invoice/invoice.ts'
import { findReceipt, type Receipt } from '../store.ts'

const nothing = { subtotal: 0, taxAmount: 0, total: 0 }

export type ReceiptRow = { readonly label: string; readonly amount: string }

/**
 * The lines at list price, the discount and the tax. `included` is the tax already contained in the lines,
 * shown below the total.
 */
export function receiptRows(receipt: Receipt): {
  readonly rows: ReceiptRow[]
  readonly included: ReceiptRow[]
} {
  const { lines, taxAmount, sellerCountry, currency, couponCode } = receipt
  const { amountText, priceText } = writingOf(receipt)
  const [first] = lines
  const tax = first === undefined ? null : { inclusive: first.taxInclusive === true }
  const isGross = isWrittenGross(tax, isGrossFirst(sellerCountry))
  const taxRow = {
    label: taxLabel(first?.taxTitle ?? null, first?.taxPercentage ?? '', isGross),
    amount: amountText(taxAmount),
  }
  const taxRows = taxAmount === 0 ? [] : [taxRow]
  const written = ({ subtotal, total }: TaxedAmount) => (isGross ? total : subtotal)
  const listed = lines.map((line) => {
    const amount = written(listPrice(line, taxOf(line), currency))
    return { title: countedTitle(line.title, line.quantity, amount, amountText), amount }
  })
  const discount = listed.reduce(
    (sum, { amount }, index) => sum + amount - written(lines[index] ?? nothing),
    0,
  )
  const rows = [
    ...listed.map(({ title, amount }) => ({ label: title, amount: priceText(amount) })),
    ...(discount === 0 ? [] : [{ label: couponCode ?? t('Discount'), amount: amountText(-discount) }]),
  ]
  return isGross ? { rows, included: taxRows } : { rows: [...rows, ...taxRows], included: [] }
}

function taxOf({ taxPercentage: percentage, taxInclusive }: Receipt['lines'][number]): TaxRate | null {
  return percentage === null ? null : { percentage, inclusive: taxInclusive === true }
}

/** The short title of a purchase: that of its form or of its offer. */
export function titleOf({ kind, formTitle, lines }: Receipt): string {
  return kind === 'offer' ? (lines[0]?.title ?? formTitle) : formTitle
}

/** Functions that format a purchase's amounts (minor units) and dates for its buyer. */
export function writingOf({ locale, currency }: Pick<Receipt, 'locale' | 'currency'>) {
  const formats = formatsOf(locale)
  return {
    formats,
    amountText: (minor: number) => formatAmount(minor, currency, formats),
    priceText: (minor: number) => formatPrice(minor, currency, formats),
    dayText: (time: Date | number | null) => dayText(new Date(time ?? 0).getTime(), formats),
  }
}

export type Services = { readonly db: Kysely<Database>; readonly addresses: Addresses }

/** The purchase that an email is about, with names in which no email program finds a link. */
export async function receiptOf({ db }: Services, purchaseId: string | null): Promise<Receipt> {
  const found = await findReceipt(db, purchaseId ?? '')
  if (found === undefined) throw new Error(`There is no purchase ${purchaseId}`)
  return withPlainNames(found)
}

/** A short email to a buyer, with a link to their purchase page. */
export function writeBuyerMail(
  { addresses }: Services,
  receipt: Receipt,
  told: {
    readonly subject: string
    readonly heading: string
    readonly lines: readonly string[]
    /** The text of the link, if it is not for viewing the purchase. */
    readonly action?: string
    readonly also?: readonly MailLink[]
  },
): Message {
  const { id, name } = receipt
  const { action = t('View your purchase'), also = [] } = told
  const url = purchaseUrl(addresses, receipt)
  const purchase = t('Purchase {id}.', { id })
  return fromShop(addresses, receipt, {
    subject: told.subject,
    text: [
      t('Hello {name},', { name }),
      '',
      ...told.lines,
      '',
      t('{label}:', { label: action }),
      url,
      '',
      ...also.flatMap(({ label, url: other }) => [t('{label}:', { label }), other, '']),
      purchase,
    ].join('\n'),
    body: {
      heading: told.heading,
      parts: [
        ...told.lines.map(text),
        button(action, url),
        ...(also.length === 0 ? [] : [{ kind: 'links', links: also } as const]),
        small(purchase),
      ],
    },
  })
}
