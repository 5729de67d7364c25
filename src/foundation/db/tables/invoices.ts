import type { TaxTreatment } from './taxes.ts'
import type { Defaulted, Json, View } from '../driver/column-types.ts'

/** The kinds of documents: an `invoice` charges an amount or restores it; a `credit` note reverses one. */
export type InvoiceKind = 'invoice' | 'credit'

/**
 * Why a document is issued, apart from a sale or refund:
 * - `refund_failed`, `dispute_won`: the money from a credit note came back, so an invoice charges it again.
 * - `correction`: the buyer changed their details or the tax was refunded, so a credit note and a new
 *   invoice replace an issued one.
 */
export type InvoiceReason = 'sale' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'correction'

/** The buyer as an issued invoice shows them. */
export type BillTo = {
  readonly name: string
  readonly email: string
  /** The buyer's invoice details, or null if they gave none. */
  readonly details: {
    readonly name: string | null
    readonly addressLine1: string | null
    readonly addressLine2: string | null
    readonly postalCode: string | null
    readonly city: string | null
    readonly country: string | null
    readonly taxNumber: string | null
  } | null
}

/** A line of a credit note, or of an invoice after a correction. Amounts are in minor units and never negative. */
export type DocumentLine = {
  /** The position of the purchase's line that it belongs to. */
  readonly position: number
  readonly title: string
  readonly quantity: number
  readonly subtotal: number
  readonly taxAmount: number
  readonly total: number
  readonly discountAmount: number
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
  /** The tax treatment. Missing in lines from before there was one. */
  readonly taxTreatment?: TaxTreatment | null
}

/**
 * An invoice or credit note, which is due at first, and is then issued once with a number. Issued documents never
 * change.
 */
export type InvoicesTable = {
  id: string
  sellerId: string
  purchaseId: string
  kind: InvoiceKind
  reason: InvoiceReason
  /** The id of the refund or dispute, or null for a sale and a correction. */
  sourceId: string | null
  /** The document that this one reverses. Null for an invoice numbered by day and purchase, and until it is issued. */
  ofInvoiceId: string | null
  /** Whether a correction replaced it. */
  isReplaced: Defaulted<boolean>
  dueAt: Date
  seriesId: string | null
  sequence: number | null
  /** The document's number. Null until it is issued, like the columns below. */
  number: string | null
  issuedAt: Date | null
  /** The day of issue by the shop's clock, such as "2026-11-22". */
  issuedOn: string | null
  /** The buyer on the document. Also null once the buyer is erased. */
  billTo: Json<BillTo> | null
  /** The lines of the document, or null if they are those of the purchase. */
  documentLines: Json<DocumentLine[]> | null
  currency: string | null
  subtotal: number | null
  taxAmount: number | null
  total: number | null
}

export type InvoicesView = View<
  InvoicesTable,
  | 'id'
  | 'sellerId'
  | 'purchaseId'
  | 'kind'
  | 'reason'
  | 'sourceId'
  | 'ofInvoiceId'
  | 'isReplaced'
  | 'dueAt'
  | 'seriesId'
  | 'sequence'
  | 'number'
  | 'issuedAt'
  | 'issuedOn'
  | 'billTo'
  | 'documentLines'
  | 'currency'
  | 'subtotal'
  | 'taxAmount'
  | 'total'
>

/** How a shop numbers its invoices. A shop without a row uses the default. */
export type InvoiceNumberingTable = {
  sellerId: string
  /** The text before the number, with a placeholder for the year, or null if numbers consist of date and purchase. */
  pattern: string | null
  /** The text before the number of credit notes, or null if they share the invoices' numbers. */
  creditPattern: string | null
  digits: Defaulted<number>
  /** The number at which the next new series begins. Series after it begin at 1. */
  firstNumber: Defaulted<number>
  firstCreditNumber: Defaulted<number>
  /** When the numbering starts. Later payments are numbered. */
  since: Date
}

/** A series of consecutive numbers: those from `firstNumber` to the one before `nextNumber` are issued. */
export type InvoiceSeriesTable = {
  id: string
  sellerId: string
  /** The text before the number, such as "2026-". */
  prefix: string
  digits: number
  firstNumber: number
  nextNumber: number
  startedAt: Date
  lastIssuedAt: Date
}

export type InvoiceSeriesView = View<
  InvoiceSeriesTable,
  'id' | 'sellerId' | 'prefix' | 'digits' | 'firstNumber' | 'nextNumber' | 'startedAt' | 'lastIssuedAt'
>
