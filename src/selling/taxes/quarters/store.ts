import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { QuarterSum } from './contract.ts'

/** The quarter of a time by the shop's clock, as text such as "2026-Q4". */
const quarterOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone zone.name, 'YYYY"-Q"Q')`

/**
 * A shop's documents whose payment or refund fell in a quarter, by country, rate and currency. They are summed as
 * issued, so that later changes do not affect the sums of a quarter.
 */
export async function sumQuarter(
  db: Kysely<Database>,
  sellerId: string,
  quarter: string,
): Promise<QuarterSum[]> {
  const first = firstDay(quarter)
  const { rows } = await sql<Omit<QuarterSum, 'percentage'> & { percentage: string | null }>`
    with zone as (select coalesce(time_zone, 'UTC') as name from sellers_view where id = ${sellerId}),
    span as (
      select ${first}::date::timestamp at time zone name as "from",
        (${first}::date + interval '3 months') at time zone name as "to" from zone),
    documents as (
      select purchase_id, document_lines, case kind when 'invoice' then 1 else -1 end as sign, currency
      from invoices_view, span
      where seller_id = ${sellerId} and number is not null and due_at >= "from" and due_at < "to"
        -- Documents are issued after they are due, which an index needs to know.
        and issued_at >= "from"),
    lines as (
      select documents.*, sold.tax_country, sold.subtotal, sold.tax_amount, sold.tax_treatment,
        trim_scale(sold.tax_percentage)::text as percentage
      from documents join purchase_lines_view sold using (purchase_id) where document_lines is null
      union all
      select documents.*, sold.tax_country, line.subtotal, line."taxAmount", line."taxTreatment", line."taxPercentage"
      from documents
      cross join jsonb_to_recordset(document_lines) as line(
        position int, subtotal bigint, "taxAmount" bigint, "taxTreatment" text, "taxPercentage" text)
      join purchase_lines_view sold using (purchase_id, position))
    select ${quarterOf('purchases.paid_at')} as paid_in, coalesce(tax_country, '') as country,
      percentage, tax_treatment as treatment, lines.currency,
      sum(sign * lines.subtotal)::bigint as net, sum(sign * lines.tax_amount)::bigint as tax
    from lines join purchases_view purchases on purchases.id = lines.purchase_id, zone
    group by 1, 2, 3, 4, 5
    having bool_or(lines.subtotal + lines.tax_amount > 0)
    order by 1 desc, 2, percentage::numeric nulls last, 4, 5`.execute(db)
  return rows.map((row) => ({
    ...row,
    percentage: row.percentage === null ? null : Number(row.percentage),
  }))
}

/** The first day of a quarter: "2026-10-01" for "2026-Q4". */
function firstDay(quarter: string): string {
  const month = (Number(quarter.at(-1)) - 1) * 3 + 1
  return `${quarter.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

/** When a quarter begins by the shop's clock. */
export async function beginningOf(db: Kysely<Database>, sellerId: string, quarter: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${firstDay(quarter)}::date::timestamp at time zone coalesce(time_zone, 'UTC') as at
    from sellers_view where id = ${sellerId}`.execute(db)
  return rows[0]?.at ?? new Date(0)
}
