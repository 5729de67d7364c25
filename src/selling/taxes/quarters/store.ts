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
): Promise<Omit<QuarterSum, 'toCheck'>[]> {
  const { rows } = await sql<Omit<QuarterSum, 'percentage' | 'toCheck'> & { percentage: string | null }>`
    with ${spanOf(sellerId, quarter)},
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

/** The shop's time zone, and the times at which a quarter begins and ends there. */
function spanOf(sellerId: string, quarter: string) {
  const first = firstDay(quarter)
  return sql`zone as (select coalesce(time_zone, 'UTC') as name from sellers_view where id = ${sellerId}),
    span as (
      select ${first}::date::timestamp at time zone name as "from",
        (${first}::date + interval '3 months') at time zone name as "to" from zone)`
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

export type SoldElsewhere = {
  readonly saleId: string
  readonly number: string
  readonly country: string
  readonly cardCountry: string
  readonly currency: string
  readonly total: number
  /** Exact decimal text. */
  readonly percentage: string | null
  readonly treatment: QuarterSum['treatment']
  /** How many sales have the same country, rate and currency. */
  readonly count: number
}

/**
 * The sales of a quarter that were paid by a card from another country than the one that decided their tax, the largest
 * of each rate first, up to 50 each. `least` has the smallest total, in minor units, by currency. Businesses
 * with a confirmed VAT number are left out, because the number proves their country.
 */
export async function findSoldElsewhere(
  db: Kysely<Database>,
  sellerId: string,
  quarter: string,
  least: readonly { readonly currency: string; readonly total: number }[],
): Promise<SoldElsewhere[]> {
  const { rows } = await sql<SoldElsewhere>`
    with ${spanOf(sellerId, quarter)},
    elsewhere as (
      select sold.id as sale_id, document.number, line.tax_country as country, sold.card_country, sold.currency,
        sold.total, trim_scale(line.tax_percentage)::text as percentage, line.tax_treatment as treatment
      from invoices_view document
      join purchases_view sold on sold.id = document.purchase_id
      join purchase_lines_view line on line.purchase_id = sold.id and line.position = 0
      join json_to_recordset(${JSON.stringify(least)}::json) as least(currency text, total bigint)
        on least.currency = sold.currency and sold.total > least.total, span
      where document.seller_id = ${sellerId} and document.number is not null
        and document.kind = 'invoice' and document.reason = 'sale'
        and document.due_at >= "from" and document.due_at < "to" and document.issued_at >= "from"
        and sold.status <> 'refunded' and sold.card_country <> line.tax_country and not exists (
          select from vat_numbers_view given
          where given.purchase_id = coalesce(sold.order_id, sold.id) and given.status = 'verified')),
    ranked as (
      select *, (count(*) over same)::int as count, row_number() over (same order by total desc, sale_id) as place
      from elsewhere window same as (partition by country, percentage, treatment, currency))
    select * from ranked where place <= 50 order by total desc, sale_id`.execute(db)
  return rows
}
