import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { BillTo, DocumentLine, InvoiceKind, InvoiceReason } from '#foundation/db/tables/invoices.ts'
import { taxWithin } from '#foundation/money/tax.ts'
import { type Later, linesLeft, type Part, splitPart, sumLeft } from './split-lines.ts'

/** A document with everything except its number. A `total` of 0 means that there is nothing to issue. */
export type Draft = Part & {
  readonly id: string
  readonly kind: InvoiceKind
  readonly ofInvoiceId: string | null
  readonly billTo: BillTo | null
  readonly documentLines: readonly DocumentLine[] | null
  readonly currency: string
}

export type DraftOfPurchase = Draft & { readonly purchaseId: string }

type Due = {
  readonly id: string
  readonly kind: InvoiceKind
  readonly reason: InvoiceReason
  readonly purchaseId: string
  readonly sourceId: string | null
  readonly currency: string
  readonly total: number
  readonly taxAmount: number
  readonly billTo: BillTo
  readonly refundAmount: number | null
  readonly refundTax: number | null
  readonly disputeAmount: number | null
  /** Whether only the tax was refunded, because the buyer accounts for the tax. */
  readonly isTaxReturned: boolean
}

/** A purchase's documents while they are written, in order. */
type Books = {
  readonly sold: readonly DocumentLine[]
  /** The current invoice, or null for one numbered by day and purchase. */
  base: {
    readonly id: string | null
    readonly lines: readonly DocumentLine[]
    readonly billTo: BillTo | null
  }
  /** The documents issued after that invoice. */
  later: Later[]
  readonly credits: Entered[]
}

/** The shop's due documents as they will be issued, in order. Their rows are locked. */
export async function writeDrafts(
  tx: Transaction<Database>,
  sellerId: string,
  until: Date,
  most: number,
): Promise<DraftOfPurchase[]> {
  const due = await findDue(tx, sellerId, until, most)
  // A correction's credit note and new invoice must always be in the same transaction.
  const last = due.at(-1)
  if (due.length === most && last?.reason === 'correction' && last.kind === 'credit') due.pop()
  if (due.length === 0) return []
  const books = await readBooks(tx, [...new Set(due.map(({ purchaseId }) => purchaseId))])
  return due.map((one) => {
    const own = books.get(one.purchaseId)
    if (own === undefined) throw new Error(`Purchase ${one.purchaseId} has no lines`)
    return { ...writeDraft(one, own), purchaseId: one.purchaseId }
  })
}

/**
 * The order of documents that are due at the same time. A correction comes last, because it replaces what remains after
 * the sale's refunds.
 */
function inTurn(table: string) {
  return sql`case ${sql.ref(`${table}.reason`)} when 'sale' then 0 when 'correction' then 2 else 1 end`
}

async function findDue(
  tx: Transaction<Database>,
  sellerId: string,
  until: Date,
  most: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.id, due.kind, due.reason, due.purchase_id, due.source_id, sold.currency, sold.total, sold.tax_amount,
      json_build_object('name', sold.name, 'email', sold.email, 'details', (
        select json_build_object('name', d.name, 'addressLine1', d.address_line1, 'addressLine2', d.address_line2,
          'postalCode', d.postal_code, 'city', d.city, 'country', d.country, 'taxNumber', d.tax_number)
        from buyer_details_view d
        where d.purchase_id = case when sold.kind = 'offer' then sold.order_id else sold.id end)) as bill_to,
      refunds.amount as refund_amount, refunds.tax_amount as refund_tax, disputes.amount as dispute_amount,
      exists (
        select from refunds_view returned
        where returned.purchase_id = sold.id and returned.requested_by = 'vat' and returned.status = 'succeeded'
      ) as is_tax_returned
    from invoices due
    join purchases_view sold on sold.id = due.purchase_id
    left join refunds_view refunds on due.reason in ('refund', 'refund_failed') and refunds.id::text = due.source_id
    left join disputes_view disputes
      on due.reason in ('dispute', 'dispute_won') and disputes.id = due.source_id
    where due.seller_id = ${sellerId} and due.number is null and due.due_at <= ${until}
    order by due.due_at, ${inTurn('due')}, due.id limit ${most}
    for update of due`.execute(tx)
  return rows
}

async function readBooks(tx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, Books>> {
  const lines = await tx
    .selectFrom('purchaseLinesView')
    .select(['purchaseId', 'position', 'title', 'quantity', 'subtotal', 'taxAmount', 'total'])
    .select(['discountAmount', 'taxTitle', 'taxInclusive', 'taxTreatment'])
    .select(sql<string | null>`trim_scale(tax_percentage)::text`.as('taxPercentage'))
    .where('purchaseId', 'in', ids)
    .orderBy('position')
    .execute()
  const books = new Map<string, Books>()
  for (const [id, own] of Map.groupBy(lines, ({ purchaseId }) => purchaseId)) {
    const sold = own.map(lineOf)
    books.set(id, { sold, base: { id: null, lines: sold, billTo: null }, later: [], credits: [] })
  }
  const issued = await tx
    .selectFrom('invoices')
    .select(['id', 'kind', 'reason', 'purchaseId', 'sourceId', 'billTo', 'documentLines'])
    .where('purchaseId', 'in', ids)
    .where('number', 'is not', null)
    .orderBy('issuedAt')
    .orderBy('dueAt')
    .orderBy(inTurn('invoices'))
    .orderBy('id')
    .execute()
  for (const { purchaseId, documentLines, ...document } of issued) {
    const own = books.get(purchaseId)
    if (own !== undefined) enter(own, { ...document, lines: documentLines ?? own.sold })
  }
  return books
}

function lineOf({
  position,
  title,
  quantity,
  subtotal,
  taxAmount,
  total,
  discountAmount,
  taxTitle,
  taxPercentage,
  taxInclusive,
  taxTreatment = null,
}: DocumentLine): DocumentLine {
  const amounts = { subtotal, taxAmount, total, discountAmount }
  return { position, title, quantity, ...amounts, taxTitle, taxPercentage, taxInclusive, taxTreatment }
}

type Entered = {
  readonly id: string
  readonly kind: InvoiceKind
  readonly reason: InvoiceReason
  readonly sourceId: string | null
  readonly billTo: BillTo | null
  readonly lines: readonly DocumentLine[]
}

function enter(books: Books, document: Entered): void {
  const { billTo } = document
  const isBase = document.kind === 'invoice' && isOfSale(document.reason)
  if (document.kind === 'credit') books.credits.push(document)
  if (!isBase) {
    books.later.push(document)
    return
  }
  books.base = { id: document.id, lines: document.lines, billTo }
  books.later = []
}

function isOfSale(reason: InvoiceReason): boolean {
  return reason === 'sale' || reason === 'correction'
}

function writeDraft(due: Due, books: Books): Draft {
  const { id, kind, reason, sourceId, currency } = due
  const lines = linesOf(due, books)
  const isBase = kind === 'invoice' && isOfSale(reason)
  const billTo = isBase ? due.billTo : (books.base.billTo ?? due.billTo)
  const ofInvoiceId = isBase ? null : refersTo(due, books)
  enter(books, { id, kind, reason, sourceId, billTo, lines })
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  const taxAmount = lines.reduce((sum, line) => sum + line.taxAmount, 0)
  const documentLines = reason === 'sale' && !due.isTaxReturned ? null : lines
  return { id, kind, ofInvoiceId, billTo, documentLines, currency, total, taxAmount }
}

/** The credit note that it reverses, or the current invoice. */
function refersTo({ reason, sourceId }: Due, { base, credits }: Books): string | null {
  if (reason !== 'refund_failed' && reason !== 'dispute_won') return base.id
  return credits.findLast((one) => one.sourceId === sourceId)?.id ?? base.id
}

function linesOf(due: Due, { sold, base, later, credits }: Books): readonly DocumentLine[] {
  const left = linesLeft(base.lines, later)
  const all = sumLeft(left)
  switch (due.reason) {
    case 'sale':
      return due.isTaxReturned ? sold.map(withoutTax) : sold
    case 'refund':
      return splitPart(left, within({ total: due.refundAmount ?? 0, taxAmount: due.refundTax ?? 0 }, all))
    case 'dispute':
      return splitPart(left, partOf(all, due.disputeAmount ?? all.total, due.currency))
    case 'correction':
      // The new invoice follows its credit note, which reversed everything that was left.
      return due.kind === 'credit' ? splitPart(left, all) : correctedLines(due, sold, credits)
    case 'refund_failed':
    case 'dispute_won':
      return credits.findLast((one) => one.sourceId === due.sourceId)?.lines ?? []
  }
}

/** What the credit note reversed, with or without tax as the current tax treatment requires. */
function correctedLines(
  { isTaxReturned }: Due,
  sold: readonly DocumentLine[],
  credits: readonly Entered[],
): readonly DocumentLine[] {
  const lines = credits.findLast((one) => one.reason === 'correction')?.lines ?? []
  if (isTaxReturned) return lines.map(withoutTax)
  // A refund of the tax that failed after it had succeeded.
  const isTaxedAgain = lines.some(
    (line) =>
      line.taxTreatment === 'reverse_charge' &&
      sold.some(({ position, taxAmount }) => position === line.position && taxAmount > 0),
  )
  return isTaxedAgain ? sold : lines
}

/** A line for which the buyer accounts for the tax. */
function withoutTax(line: DocumentLine): DocumentLine {
  if (line.taxAmount === 0) return line
  const discountAmount = line.taxInclusive === true ? 0 : line.discountAmount
  const untaxed = {
    taxTitle: null,
    taxPercentage: null,
    taxInclusive: null,
    taxTreatment: 'reverse_charge' as const,
  }
  return { ...line, taxAmount: 0, total: line.subtotal, discountAmount, ...untaxed }
}

/** A refund as it was recorded, or less if less is left, for example after a dispute. */
function within(part: Part, all: Part): Part {
  if (part.total > all.total) return all
  return { total: part.total, taxAmount: Math.min(part.taxAmount, all.taxAmount) }
}

function partOf(all: Part, amount: number, currency: string): Part {
  const total = Math.min(amount, all.total)
  const whole = { ...all, subtotal: all.total - all.taxAmount }
  return { total, taxAmount: Math.min(taxWithin(total, whole, currency), all.taxAmount) }
}
