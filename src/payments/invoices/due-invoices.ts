import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { InvoiceReason } from '#foundation/db/tables/invoices.ts'

/** Whether a shop's payments and refunds at this time are numbered. A shop that has chosen nothing uses the default. */
function isNumbered(sellerId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (
    select from invoice_numbering chosen
    where chosen.seller_id = ${sellerId} and (chosen.pattern is null or chosen.since > ${at}))`
}

/**
 * Makes the invoice of a sale due, as part of the SQL statement that marks the sale paid. In that statement, `moved` is
 * the sale's row. It is numbered later, so that a payment does not wait for a counter. Free purchases have no invoice.
 */
export function invoiceOfMoved(): RawBuilder<object> {
  return sql<object>`(
    insert into invoices (id, seller_id, purchase_id, kind, reason, due_at)
    select moved.id, moved.seller_id, moved.id, 'invoice', 'sale', moved.paid_at from moved
    where moved.total > 0 and ${isNumbered(sql`moved.seller_id`, sql`moved.paid_at`)}
    on conflict do nothing)`
}

/** Like `invoiceOfMoved`, for a purchase that is already paid when it is recorded. */
export async function enqueueInvoice(tx: Transaction<Database>, purchaseId: string): Promise<void> {
  await sql`
    with moved as (select id, seller_id, total, paid_at from purchases_view where id = ${purchaseId}),
      invoiced as ${invoiceOfMoved()}
    select`.execute(tx)
}

type Credited = {
  readonly purchaseId: string
  readonly reason: 'refund' | 'dispute'
  /** The id of the refund or dispute. */
  readonly sourceId: string
  readonly at: Date
}

/**
 * Makes a credit note due for refunded or lost money. Repeated calls make only one. The invoice gets its number first.
 */
export async function enqueueCredit(
  tx: Transaction<Database>,
  { purchaseId, reason, sourceId, at }: Credited,
): Promise<void> {
  await sql`
    insert into invoices (id, seller_id, purchase_id, kind, reason, source_id, due_at)
    select ${newId()}::uuid, sold.seller_id, sold.id, 'credit', ${reason}, ${sourceId},
      greatest(${at}::timestamptz, sold.paid_at)
    from purchases_view sold
    where sold.id = ${purchaseId} and sold.total > 0 and ${isNumbered(sql`sold.seller_id`, sql`${at}::timestamptz`)}
    on conflict do nothing`.execute(tx)
}

const undone = { refund: 'refund_failed', dispute: 'dispute_won' } as const satisfies Partial<
  Record<InvoiceReason, InvoiceReason>
>

/**
 * Undoes a credit note whose money came back. If it is only due, it is deleted; if it was issued, an invoice
 * reverses it.
 */
export async function undoCredit(
  tx: Transaction<Database>,
  { purchaseId, reason, sourceId, at }: Credited,
): Promise<void> {
  await sql`
    delete from invoices where reason = ${reason} and source_id = ${sourceId} and number is null`.execute(tx)
  await sql`
    insert into invoices (id, seller_id, purchase_id, kind, reason, source_id, due_at)
    select ${newId()}::uuid, seller_id, purchase_id, 'invoice', ${undone[reason]}, source_id,
      greatest(${at}::timestamptz, issued_at)
    from invoices where reason = ${reason} and source_id = ${sourceId} and purchase_id = ${purchaseId}
    on conflict do nothing`.execute(tx)
}

/**
 * Replaces invoices after the buyer's details changed or only the tax was refunded: issued invoices for this order, and
 * for the offers accepted with it, are each replaced by a credit note and a new invoice. An invoice that is still due
 * gets the new details anyway.
 */
export async function enqueueCorrection(
  tx: Transaction<Database>,
  purchaseId: string,
  at: Date,
  { withOffers }: { readonly withOffers: boolean } = { withOffers: true },
): Promise<void> {
  const { rows } = await sql<{ id: string; sellerId: string; purchaseId: string }>`
    update invoices set is_replaced = true
    where kind = 'invoice' and reason in ('sale', 'correction') and not is_replaced and number is not null
      and purchase_id in (
        select id from purchases_view
        where (id = ${purchaseId} or (${withOffers} and order_id = ${purchaseId} and kind = 'offer')) and status <> 'refunded')
    returning id, seller_id, purchase_id`.execute(tx)
  const due = rows.flatMap(({ sellerId, purchaseId: id }) =>
    (['credit', 'invoice'] as const).map((kind) => ({
      id: newId(),
      sellerId,
      purchaseId: id,
      kind,
      reason: 'correction' as const,
      dueAt: at,
    })),
  )
  if (due.length > 0) await tx.insertInto('invoices').values(due).execute()
}
