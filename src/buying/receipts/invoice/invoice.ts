import { t } from '#foundation/language/t.ts'
import { partyLines } from '#accounts/invoice-details/party.ts'
import type { DocumentLine } from '#foundation/db/tables/invoices.ts'
import { taxLabel } from '#payments/pricing/shown-price.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import { numberByDay } from '#payments/purchases/records/invoice-number.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Receipt } from '../store.ts'

/** An invoice or credit note of a purchase. Amounts are in minor units and never negative. */
export type Paper = Receipt['papers'][number]

/** The contents of a document about a paid purchase: as it was issued, or as it would be issued now. */
export type Invoice = Omit<Receipt, 'lines'> & {
  readonly paidAt: Date
  readonly lines: readonly DocumentLine[]
  /** The document's number, or null until it is issued. */
  readonly number: string | null
  /** The issued document, or null for an invoice numbered by date and purchase, which lists its refunds. */
  readonly paper: Paper | null
}

/** The current invoice of a paid purchase, or its document `paperId`. Undefined if nothing was paid. */
export function asInvoice(receipt: Receipt, paperId?: string): Invoice | undefined {
  const { paidAt, papers, total } = receipt
  if (paidAt === null || !wasPaid(receipt.status) || total === 0) return undefined
  const lines = receipt.lines.map((line, position) => ({ ...line, position }))
  const sold = { ...receipt, paidAt, lines }
  if (paperId !== undefined) {
    const paper = papers.find(({ id, number }) => id === paperId && number !== null)
    return paper && asIssued(sold, paper)
  }
  const invoices = papers.filter(isOfSale)
  const paper = invoices.find(({ isReplaced }) => !isReplaced) ?? invoices.at(-1)
  return paper === undefined
    ? { ...sold, number: numberByDay({ id: receipt.id, paidAt }), paper: null }
    : asIssued(sold, paper)
}

function isOfSale({ kind, reason }: Paper): boolean {
  return kind === 'invoice' && (reason === 'sale' || reason === 'correction')
}

function asIssued(sold: Omit<Invoice, 'number' | 'paper'>, paper: Paper): Invoice {
  const { billTo, documentLines, subtotal, taxAmount, total, number } = paper
  return {
    ...sold,
    ...(billTo !== null && { name: billTo.name, email: billTo.email, buyerDetails: billTo.details }),
    ...(documentLines !== null && { lines: documentLines }),
    subtotal: subtotal ?? sold.subtotal,
    taxAmount: taxAmount ?? sold.taxAmount,
    total: total ?? sold.total,
    refunds: [],
    number,
    paper,
  }
}

/** All documents of a purchase, in the order in which they were issued. */
export function documentsOf(receipt: Receipt): Invoice[] {
  const issued = receipt.papers.filter(({ number }) => number !== null)
  const first = receipt.papers.some(isOfSale) ? [] : [asInvoice(receipt)]
  return [...first, ...issued.map(({ id }) => asInvoice(receipt, id))].flatMap((one) => one ?? [])
}

/** A purchase's issued documents other than its current invoice, oldest first. */
export function furtherDocumentsOf(receipt: Receipt): { id: string; kind: Paper['kind']; number: string }[] {
  const current = asInvoice(receipt)?.paper?.id
  return receipt.papers.flatMap(({ id, kind, number }) =>
    number === null || id === current ? [] : [{ id, kind, number }],
  )
}

/**
 * A document's file name without the extension. An invoice number's prefix can contain characters that file names
 * cannot.
 */
export function fileNameOf({ number, paper }: Invoice): string {
  const kind = paper?.kind === 'credit' ? 'credit-note' : 'invoice'
  return `${kind}-${(number ?? '').replaceAll(/[^\w.-]+/g, '-')}`
}

/** The lines about the seller at the time of payment, beginning with their legal name or the shop's name. */
export function invoicedSeller({
  sellerName,
  originalName,
  sellerDetails,
}: Pick<Receipt, 'sellerName' | 'originalName' | 'sellerDetails'>): string[] {
  const shopName = sellerDetails?.shopName ?? originalName ?? sellerName
  return sellerDetails === null
    ? [shopName]
    : partyLines({ ...sellerDetails, name: sellerDetails.name ?? shopName })
}

export function soldBy({ sellerName, sellerDetails }: Receipt): string {
  const lines = sellerDetails === null ? [sellerName] : partyLines({ ...sellerDetails, name: sellerName })
  return t('Sold by {seller}.', { seller: lines.join(', ') })
}

/** The lines about the buyer: their invoice details or else their name, and their email until it is erased. */
export function buyerLines({
  name,
  email,
  buyerDetails,
}: Pick<Receipt, 'name' | 'email' | 'buyerDetails'>): string[] {
  if (buyerDetails === null) return [name, email].filter((line) => line !== '')
  const isNamed = buyerDetails.name !== null && buyerDetails.name !== name
  return [
    ...partyLines({ ...buyerDetails, name: buyerDetails.name ?? name }),
    ...(isNamed ? [name] : []),
    email,
  ]
}

/** The tax at one rate on the `net` amount, in minor units. */
export type TaxSum = { readonly label: string; readonly net: number; readonly tax: number }

/** An invoice's tax by rate, in the order of the invoice's lines. */
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

/** A receipt with names in which no email program finds a link. The seller's message may contain links. */
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
