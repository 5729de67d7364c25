import { sql, type Kysely } from 'kysely'
import { soughtNumbers } from '#payments/invoices/sought-numbers.ts'
import type { Database } from '#foundation/db/schema.ts'

export const listed = 50

type Wanted = { readonly q: string; readonly before?: string | undefined }

/**
 * A shop's issued documents, newest first, with one row more than a page has. Documents issued together are in the
 * order of their numbers.
 */
export async function listIssued(db: Kysely<Database>, sellerId: string, { q, before }: Wanted) {
  return selectIssued(db, sellerId)
    .$if(q !== '', (query) => query.where(hasNumber(q)))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(invoices.issued_at, invoices.sequence, invoices.id) < (
          select last.issued_at, last.sequence, last.id from invoices_view last where last.id = ${before ?? ''} and last.seller_id = ${sellerId})`,
      ),
    )
    .orderBy('invoices.issuedAt', 'desc')
    .orderBy('invoices.sequence', 'desc')
    .orderBy('invoices.id', 'desc')
    .limit(listed + 1)
    .execute()
}

/** Whether a document has this number, or one that ends with these digits. */
function hasNumber(q: string) {
  const { numbers, digits } = soughtNumbers(q)
  const isWhole = sql<boolean>`invoices.number in (${sql.join(numbers)})`
  if (digits === null) return isWhole
  return sql<boolean>`(${isWhole}
    or invoices.sequence = ${Number(digits)} and right(invoices.number, ${digits.length}) = ${digits})`
}

function selectIssued(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('invoicesView as invoices')
    .leftJoin('invoicesView as original', 'original.id', 'invoices.ofInvoiceId')
    .select(['invoices.id', 'invoices.kind', 'invoices.reason', 'invoices.purchaseId', 'invoices.billTo'])
    .select(['invoices.number', 'invoices.issuedOn', 'invoices.currency', 'invoices.subtotal'])
    .select(['invoices.taxAmount', 'invoices.total', 'invoices.seriesId', 'invoices.sequence'])
    .select(['original.number as ofNumber', sql<string>`invoices.issued_at::text`.as('key')])
    .where('invoices.sellerId', '=', sellerId)
    .where('invoices.number', 'is not', null)
}

export async function findIssued(db: Kysely<Database>, sellerId: string, id: string) {
  return selectIssued(db, sellerId).where('invoices.id', '=', id).executeTakeFirst()
}

export type IssuedRow = Awaited<ReturnType<typeof listIssued>>[number]

/** A batch of documents of a month ("2026-11", or empty for all), oldest first. */
export async function listOfMonth(
  db: Kysely<Database>,
  sellerId: string,
  month: string,
  after: Pick<IssuedRow, 'key' | 'sequence' | 'id'> | undefined,
  limit: number,
): Promise<IssuedRow[]> {
  return selectOfMonth(db, sellerId, month)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invoices.issued_at, invoices.sequence, invoices.id) > (
          ${after?.key}::timestamptz, ${after?.sequence}::int, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('invoices.issuedAt')
    .orderBy('invoices.sequence')
    .orderBy('invoices.id')
    .limit(limit)
    .execute()
}

function selectOfMonth(db: Kysely<Database>, sellerId: string, month: string) {
  return selectIssued(db, sellerId).$if(month !== '', (query) =>
    query
      .where(sql<boolean>`invoices.issued_on >= ${`${month}-01`}::date`)
      .where(sql<boolean>`invoices.issued_on < ${`${month}-01`}::date + interval '1 month'`)
      // The index is by time, and days differ from it only by the shop's time zone.
      .where(sql<boolean>`invoices.issued_at >= ${`${month}-01`}::timestamptz - interval '2 days'`)
      .where(sql<boolean>`invoices.issued_at < ${`${month}-01`}::timestamptz + interval '1 month 2 days'`),
  )
}

export async function countOfMonth(
  db: Kysely<Database>,
  sellerId: string,
  month: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${selectOfMonth(db, sellerId, month).limit(most)}) found`.execute(db)
  return rows[0]?.count ?? 0
}

type SeriesRow = {
  readonly id: string
  readonly prefix: string
  readonly digits: number
  readonly firstNumber: number
  readonly nextNumber: number
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly count: number
  readonly invoices: number
  readonly invoiced: number
  readonly credits: number
  readonly credited: number
  readonly tax: number
}

/**
 * A shop's series with their totals, a row per currency, newest first. Counts the rows instead of reading the
 * counter.
 */
export async function sumSeries(db: Kysely<Database>, sellerId: string): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select series.id, series.prefix, series.digits, series.first_number, series.next_number, sums.*
    from invoice_series_view series join lateral (
      select currency, count(distinct sequence) as count, min(issued_on) as "from", max(issued_on) as "to",
        count(*) filter (where kind = 'invoice') as invoices,
        coalesce(sum(total) filter (where kind = 'invoice'), 0)::bigint as invoiced,
        count(*) filter (where kind = 'credit') as credits,
        coalesce(sum(total) filter (where kind = 'credit'), 0)::bigint as credited,
        sum(case kind when 'invoice' then tax_amount else -tax_amount end)::bigint as tax
      from invoices_view where series_id = series.id group by currency
    ) sums on true
    where series.seller_id = ${sellerId}
    order by series.started_at desc, series.id desc, sums.count desc`.execute(db)
  return rows
}

/** How many documents are waiting for their numbers. */
export async function countWaiting(db: Kysely<Database>, sellerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoicesView')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('sellerId', '=', sellerId)
    .where('number', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
