import { t } from '#foundation/language/t.ts'
import { partyLines } from '#accounts/invoice-details/party.ts'
import { taxLabel } from '#payments/pricing/shown-price.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Receipt } from '../store.ts'

/** A paid purchase, refunded ones included; only these have an invoice. */
export type Invoice = Receipt & { readonly paidAt: Date }

/** The receipt as an invoice, or undefined if it was never paid. */
export function asInvoice(receipt: Receipt): Invoice | undefined {
  const { paidAt } = receipt
  return paidAt === null || !wasPaid(receipt.status) ? undefined : { ...receipt, paidAt }
}

/** The seller's lines at the time of payment, beginning with their legal name or the shop's name then. */
export function invoicedSeller({ sellerName, originalName, sellerDetails }: Receipt): string[] {
  const shopName = sellerDetails?.shopName ?? originalName ?? sellerName
  return sellerDetails === null
    ? [shopName]
    : partyLines({ ...sellerDetails, name: sellerDetails.name ?? shopName })
}

export function soldBy({ sellerName, sellerDetails }: Receipt): string {
  const lines = sellerDetails === null ? [sellerName] : partyLines({ ...sellerDetails, name: sellerName })
  return t('Sold by {seller}.', { seller: lines.join(', ') })
}

/** The buyer's lines: their invoice details, or else their name, and their email until it is erased. */
export function buyerLines({ name, email, buyerDetails }: Receipt): string[] {
  if (buyerDetails === null) return [name, email].filter((line) => line !== '')
  const isNamed = buyerDetails.name !== null && buyerDetails.name !== name
  return [
    ...partyLines({ ...buyerDetails, name: buyerDetails.name ?? name }),
    ...(isNamed ? [name] : []),
    email,
  ]
}

/** The tax at one rate on the `net` amount. Amounts in minor units. */
export type TaxSum = { readonly label: string; readonly net: number; readonly tax: number }

/** An invoice's tax by rate, in the order of its lines. */
export function taxSums({ lines }: Pick<Invoice, 'lines'>): TaxSum[] {
  const sums = new Map<string, TaxSum>()
  for (const { taxTitle, taxPercentage, subtotal, taxAmount } of lines) {
    if (taxPercentage === null) continue
    const label = taxLabel(taxTitle, taxPercentage)
    const { net, tax } = sums.get(label) ?? { net: 0, tax: 0 }
    sums.set(label, { label, net: net + subtotal, tax: tax + taxAmount })
  }
  return [...sums.values()]
}

/** A receipt whose names cannot become links in a mail. The seller's message may contain links. */
export function withPlainNames(receipt: Receipt): Receipt {
  return {
    ...receipt,
    name: plainName(receipt.name),
    sellerName: plainName(receipt.sellerName),
    originalName: plain(receipt.originalName),
    sellerDetails: receipt.sellerDetails && {
      ...receipt.sellerDetails,
      shopName: plain(receipt.sellerDetails.shopName),
      name: plain(receipt.sellerDetails.name),
      addressLine1: plain(receipt.sellerDetails.addressLine1),
      addressLine2: plain(receipt.sellerDetails.addressLine2),
      postalCode: plain(receipt.sellerDetails.postalCode),
      city: plain(receipt.sellerDetails.city),
      taxNumber: plain(receipt.sellerDetails.taxNumber),
    },
    formTitle: plainName(receipt.formTitle),
    lines: receipt.lines.map((line) => ({
      ...line,
      title: plainName(line.title),
      taxTitle: plain(line.taxTitle),
    })),
  }
}

function plain(text: string | null): string | null {
  return text === null ? null : plainName(text)
}
