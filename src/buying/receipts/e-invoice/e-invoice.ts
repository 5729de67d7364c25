import type { Party } from '#accounts/invoice-details/party.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { reverseCharge } from '#payments/pricing/shown-price.ts'
import type { DocumentLine } from '#foundation/db/tables/invoices.ts'
import type { Invoice } from '../invoice/invoice.ts'

/**
 * An invoice in the terms of EN 16931 (BT and BG are its numbers for them). Amounts are decimal text,
 * positive even in a credit note.
 */
export type EInvoice = {
  /** BT-3: 380 invoice, 381 credit note. */
  readonly type: '380' | '381'
  /** BT-1. */
  readonly number: string
  /** BT-2, "2026-11-22". */
  readonly issuedOn: string
  /** BT-5. */
  readonly currency: string
  /** BT-25: the number of the document that this one reverses. */
  readonly preceding: string | null
  /** BG-4, BG-7. */
  readonly seller: EParty & {
    /** BT-28: the shop's name, if the seller has another. */
    readonly tradeName: string | null
  }
  readonly buyer: EParty
  /** BG-25. */
  readonly lines: readonly ELine[]
  /** BG-23. */
  readonly taxes: readonly ETax[]
  /** BG-22: the totals. The invoice is fully paid (BT-113), or refunded. */
  readonly sums: { readonly net: string; readonly tax: string; readonly total: string }
}

export type EParty = {
  readonly name: string
  readonly street: string | null
  readonly street2: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** ISO 3166-1. */
  readonly country: string
  /** BT-31, BT-48: begins with a country code. */
  readonly vatId: string | null
  /** BT-32: a tax number that is not a VAT identifier. Only for sellers. */
  readonly taxNumber: string | null
  readonly email: string | null
}

export type ELine = {
  readonly id: string
  readonly name: string
  readonly quantity: string
  /** BT-146: the price of `quantity` units together (BT-149), so that it is exact. */
  readonly price: string
  /** BG-27: a coupon's discount. */
  readonly discount: string | null
  readonly net: string
  readonly category: ECategory
}

/** BT-151, BT-152 and BT-120: `S` means taxed, `AE` reverse charge, and `E` exempt for the seller's reason. */
export type ECategory = {
  readonly code: 'S' | 'AE' | 'E'
  readonly rate: string
  readonly reason: string | null
}

export type ETax = ECategory & { readonly net: string; readonly tax: string }

/** Details that EN 16931 requires but that are not known. */
export type Missing = 'address' | 'city' | 'country' | 'taxNumber' | 'buyerCountry'

/** What prevents a seller's documents from being e-invoices. */
export function missingOfSeller(details: Party | null): Exclude<Missing, 'buyerCountry'>[] {
  return [
    ...((details?.addressLine1 ?? null) === null ? (['address'] as const) : []),
    ...((details?.city ?? null) === null ? (['city'] as const) : []),
    ...((details?.country ?? null) === null ? (['country'] as const) : []),
    ...((details?.taxNumber ?? null) === null ? (['taxNumber'] as const) : []),
  ]
}

/**
 * Whether a document can be an e-invoice: it must have a number and the details of seller and buyer that the
 * standard requires, and its taxes must be as the standard calculates them.
 */
export function isEInvoice(invoice: Invoice): boolean {
  const { paper, number, sellerDetails, buyerDetails, lines, currency } = invoice
  const isIssued = paper !== null && number !== null && paper.issuedOn !== null
  const isKnown = missingOfSeller(sellerDetails).length === 0 && (buyerDetails?.country ?? null) !== null
  return isIssued && isKnown && taxesOf(lines, null, amountWriter(currency)).every(isNear)
}

/**
 * Whether a rate's tax differs by less than one unit of the currency from the tax on its sum (BR-CO-17, BR-S-09). We
 * round each line, which is too inexact for many lines in a currency without cents, such as yen.
 */
function isNear({ code, rate, net, tax }: ETax): boolean {
  if (code !== 'S') return true
  const expected = Math.round(Number(net) * Number(rate)) / 100
  return Math.abs(Number(tax) - expected) < 1
}

/** The document in the terms of EN 16931, or undefined if it cannot be an e-invoice. */
export function asEInvoice(invoice: Invoice): EInvoice | undefined {
  const { paper, number, sellerDetails, buyerDetails, currency } = invoice
  const country = buyerDetails?.country ?? null
  const issuedOn = paper?.issuedOn ?? null
  if (!isEInvoice(invoice) || sellerDetails === null || country === null) return undefined
  if (paper === null || number === null || issuedOn === null || sellerDetails.country === null)
    return undefined
  const amount = amountWriter(currency)
  const reason = sellerDetails.note
  const shop = sellerDetails.name ?? sellerDetails.shopName ?? invoice.sellerName
  return {
    type: paper.kind === 'credit' ? '381' : '380',
    number,
    issuedOn,
    currency: currency.toUpperCase(),
    preceding: paper.ofNumber,
    seller: {
      ...partyOf({ ...sellerDetails, country: sellerDetails.country }, shop, invoice.contactEmail),
      ...taxIdsOf(sellerDetails.taxNumber),
      tradeName: sellerDetails.shopName === shop ? null : sellerDetails.shopName,
    },
    buyer: {
      ...partyOf({ ...buyerDetails, country }, buyerDetails?.name ?? invoice.name, invoice.email),
      vatId: taxIdsOf(buyerDetails?.taxNumber ?? null).vatId,
      taxNumber: null,
    },
    lines: invoice.lines.map((line, index) => lineOf(line, index, { currency, amount, reason })),
    taxes: taxesOf(invoice.lines, reason, amount),
    sums: {
      net: amount(invoice.subtotal),
      tax: amount(invoice.taxAmount),
      total: amount(invoice.total),
    },
  }
}

/** BT-81: buyers pay online (UNTDID 4461), so that accounting programs expect no transfer. */
export const paymentMeans = '68'

type Address = Partial<Omit<Party, 'country'>> & { readonly country: string }

function partyOf(
  { addressLine1, addressLine2, postalCode, city, country }: Address,
  name: string,
  email: string | null,
) {
  return {
    name,
    street: addressLine1 ?? null,
    street2: addressLine2 ?? null,
    postalCode: postalCode ?? null,
    city: city ?? null,
    country,
    email: email === '' ? null : email,
  }
}

/** The possible prefixes of VAT identifiers: country codes from ISO 3166-1, and EL for Greece. */
const vatShape = /^[A-Z]{2}[0-9A-Z+*]{2,13}$/

function taxIdsOf(taxNumber: string | null): Pick<EParty, 'vatId' | 'taxNumber'> {
  if (taxNumber === null) return { vatId: null, taxNumber: null }
  const plain = taxNumber.toUpperCase().replaceAll(/[\s./-]/g, '')
  return vatShape.test(plain) && /\d/.test(plain)
    ? { vatId: plain, taxNumber: null }
    : { vatId: null, taxNumber }
}

type Amount = (minor: number) => string

/**
 * Formats minor units with up to two decimals, as the standard requires. Amounts in currencies with three
 * decimals are always multiples of ten.
 */
function amountWriter(currency: string): Amount {
  const { exponent: decimals } = currencyOf(currency)
  return (minor) => {
    const digits = String(minor).padStart(decimals + 1, '0')
    if (decimals === 0) return digits
    const fraction = digits.slice(-decimals).slice(0, 2)
    return `${digits.slice(0, -decimals)}.${fraction}`
  }
}

function categoryOf(
  { taxPercentage, taxTitle, taxTreatment }: DocumentLine,
  reason: string | null,
): ECategory {
  if (taxTreatment === 'reverse_charge') return { code: 'AE', rate: '0', reason: reverseCharge() }
  return taxPercentage === null || Number(taxPercentage) === 0
    ? { code: 'E', rate: '0', reason: taxTitle ?? reason ?? 'Exempt from tax' }
    : { code: 'S', rate: taxPercentage, reason: null }
}

type Writing = { readonly currency: string; readonly amount: Amount; readonly reason: string | null }

function lineOf(line: DocumentLine, index: number, { currency, amount, reason }: Writing): ELine {
  const { title, quantity, subtotal } = line
  const listed = listNet(line, currency)
  return {
    id: String(index + 1),
    name: title,
    quantity: String(quantity),
    price: amount(listed),
    discount: listed === subtotal ? null : amount(listed - subtotal),
    net: amount(subtotal),
    category: categoryOf(line, reason),
  }
}

/** A line's net amount before its discount. If the price includes tax, the discount includes tax too. */
function listNet(
  { subtotal, total, discountAmount, taxPercentage, taxInclusive }: DocumentLine,
  currency: string,
) {
  if (discountAmount === 0) return subtotal
  if (taxPercentage === null || taxInclusive !== true) return subtotal + discountAmount
  const listed = taxAmount(total + discountAmount, { percentage: taxPercentage, inclusive: true }, currency)
  return Math.max(listed.subtotal, subtotal)
}

/** The tax by category and rate, each the sum of its lines, so that all totals match. */
function taxesOf(lines: readonly DocumentLine[], reason: string | null, amount: Amount): ETax[] {
  const sums = new Map<string, { category: ECategory; net: number; tax: number }>()
  for (const line of lines) {
    const category = categoryOf(line, reason)
    // Exempt lines form a single group, whose reasons are joined into one text.
    const key = category.code === 'S' ? Number(category.rate).toString() : category.code
    const { net, tax, category: first } = sums.get(key) ?? { category, net: 0, tax: 0 }
    sums.set(key, { category: first, net: net + line.subtotal, tax: tax + line.taxAmount })
  }
  return [...sums.values()].map(({ category, net, tax }) => ({
    ...category,
    net: amount(net),
    tax: amount(tax),
  }))
}
