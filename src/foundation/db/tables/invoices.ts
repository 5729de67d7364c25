import type { Defaulted, Json, View } from '../driver/column-types.ts'

/** `invoice`: asks for or restores an amount; `credit`: reverses one. */
export type InvoiceKind = 'invoice' | 'credit'

/**
 * - `refund_failed`, `dispute_won`: the money of a credit note came back, so an invoice reverses the credit note.
 * - `correction`: the buyer changed their details, so a credit note and a new invoice replace an issued one.
 */
export type InvoiceReason = 'sale' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won' | 'correction'

/** The buyer as on an issued invoice. */
export type BillTo = {
  readonly name: string
  readonly email: string
  /** Their invoice details, or null if they gave none. */
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

/** A line of a credit note, or of an invoice after a correction; amounts in minor units, never negative. */
export type DocumentLine = {
  /** The purchase's line it is of. */
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
}

/** An invoice or credit note: due first, then issued once with a number. Issued documents never change. */
export type InvoicesTable = {
  id: string
  sellerId: string
  purchaseId: string
  kind: InvoiceKind
  reason: InvoiceReason
  /** The refund's or dispute's id; null for a sale and a correction. */
  sourceId: string | null
  /** The document it reverses; null for an invoice numbered by day and purchase, and before it is issued. */
  ofInvoiceId: string | null
  /** Whether a correction replaced it. */
  isReplaced: Defaulted<boolean>
  dueAt: Date
  seriesId: string | null
  sequence: number | null
  /** Null until it is issued, like everything below. */
  number: string | null
  issuedAt: Date | null
  /** The day by the shop's clock, "2026-11-22". */
  issuedOn: string | null
  /** Also null once the buyer is erased. */
  billTo: Json<BillTo> | null
  /** Null: the purchase's lines. */
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

/** A shop's choice of numbers; a shop without a row has the default. */
export type InvoiceNumberingTable = {
  sellerId: string
  /** The text before the number, with a placeholder for the year, or null if numbers are made of date and purchase. */
  pattern: string | null
  /** For credit notes; null: they share the invoices' numbers. */
  creditPattern: string | null
  digits: Defaulted<number>
  /** Where the next new series begins; from then on series begin at 1. */
  firstNumber: Defaulted<number>
  firstCreditNumber: Defaulted<number>
  /** Payments from then on are numbered. */
  since: Date
}

/** Consecutive numbers: those from `firstNumber` to the one before `nextNumber` are issued. */
export type InvoiceSeriesTable = {
  id: string
  sellerId: string
  /** As in its numbers, such as "2026-". */
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
