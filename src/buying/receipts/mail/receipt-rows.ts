import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import type { TaxedAmount, TaxRate } from '#foundation/money/tax.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import { isGrossFirst } from '#payments/pricing/gross-countries.ts'
import { listPrice } from '#payments/pricing/recurrence.ts'
import { countedTitle } from '#payments/pricing/sold-form.ts'
import { isWrittenGross, taxLabel } from '#payments/pricing/shown-price.ts'
import type { Receipt } from '../store.ts'

const nothing = { subtotal: 0, taxAmount: 0, total: 0 }

export type ReceiptRow = { readonly label: string; readonly amount: string }

/** What was bought line by line at its list price, what a coupon took off, and the tax; after the total where that stands in the lines already. */
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
    ...(discount === 0 ? [] : [{ label: couponCode ?? 'Discount', amount: amountText(-discount) }]),
  ]
  return isGross ? { rows, included: taxRows } : { rows: [...rows, ...taxRows], included: [] }
}

function taxOf({ taxPercentage: percentage, taxInclusive }: Receipt['lines'][number]): TaxRate | null {
  return percentage === null ? null : { percentage, inclusive: taxInclusive === true }
}

/** What was bought, in short: the form, or the offer that followed it. */
export function titleOf({ kind, formTitle, lines }: Receipt): string {
  return kind === 'offer' ? (lines[0]?.title ?? formTitle) : formTitle
}

/** What writes a purchase's amounts (minor units) and days as its buyer reads them. */
export function writingOf({ locale, currency }: Pick<Receipt, 'locale' | 'currency'>) {
  const formats = formatsOf(locale)
  return {
    formats,
    amountText: (minor: number) => formatAmount(minor, currency, formats),
    priceText: (minor: number) => formatPrice(minor, currency, formats),
    dayText: (time: Date | number | null) => dayText(new Date(time ?? 0).getTime(), formats),
  }
}
