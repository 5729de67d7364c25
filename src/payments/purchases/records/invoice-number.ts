import { sql } from 'kysely'

/** How many digits of a purchase's id its invoice number contains. */
export const endLength = 8

/** The number of an invoice without a series: the day of payment and the end of the purchase's id. It never changes. */
export function numberByDay({ id, paidAt }: { readonly id: string; readonly paidAt: Date }): string {
  return `${paidAt.toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-endLength).toUpperCase()}`
}

/**
 * The invoice number of the SQL statement's `purchases` row: from its series, or made from date and purchase. Null if
 * it is not issued yet, or if there is none because nothing was paid.
 */
export const invoiceNumber = sql<string | null>`(
  select case when purchases.paid_at is null or purchases.total = 0 then null
    when count(*) = 0 then to_char(purchases.paid_at at time zone 'utc', 'YYYYMMDD') || '-' || upper(right(purchases.id::text, ${sql.lit(endLength)}))
    else max(own.number) filter (where not own.is_replaced) end
  from invoices_view own
  where own.purchase_id = purchases.id and own.kind = 'invoice' and own.reason in ('sale', 'correction'))`
