import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { lastFinish } from '#foundation/jobs/schedule.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { type Draft, type DraftOfPurchase, writeDrafts } from './write-drafts.ts'
import { defaultNumbering, hasYear, markOf, numberAt, prefixOf } from './series-numbers.ts'

/** How many seconds after its payment an invoice is numbered. Until then, buyers can add their details on the page. */
export const settledAfter = 30
/** The largest number of documents that are numbered in one transaction. */
const batch = 200
/** The largest number of shops in one round. */
const mostShops = 50

/** The name under which a restored backup is recorded in `schedules`. */
export const restoreName = 'restore'

/** Numbers all due documents in every shop, and returns how many. */
export async function issueDueInvoices(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db, clock, log } = services
  const until = secondsAfter(clock.now(), -settledAfter)
  const shops = await db
    .selectFrom('invoices')
    .select('sellerId')
    .distinct()
    .where('number', 'is', null)
    .where('dueAt', '<=', until)
    .limit(mostShops)
    .execute()
  let issued = 0
  for (const { sellerId } of shops) {
    try {
      issued += await issueBatch(services, sellerId, { until, waits: false })
    } catch (error) {
      log.error({ alarm: true, err: error, seller: sellerId }, 'invoices could not be numbered')
    }
  }
  return issued
}

/** Numbers all due documents in one shop right away, for example when a buyer opens their invoice. */
export async function issueInvoicesOf(
  services: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
): Promise<void> {
  const until = services.clock.now()
  while ((await issueBatch(services, sellerId, { until, waits: true })) > 0);
}

type Turn = {
  readonly until: Date
  /** Whether to wait while another process numbers this shop's invoices, or to leave them to that process. */
  readonly waits: boolean
}

/**
 * Numbers a shop's due documents in the order in which they became due. The counter and the documents change in one
 * transaction, so that a kill changes neither. Only one process at a time numbers documents in a shop.
 */
async function issueBatch(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sellerId: string,
  { until, waits }: Turn,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const chosen = await lockNumbering(tx, sellerId, waits)
    if (chosen === undefined) return 0
    const due = await writeDrafts(tx, sellerId, until, batch)
    const empty = due.filter(({ total }) => total === 0)
    if (empty.length > 0) {
      const ids = empty.map(({ id }) => id)
      await tx.deleteFrom('invoices').where('id', 'in', ids).execute()
    }
    const drafts = due.filter(({ total }) => total > 0)
    const now = clock.now()
    const own = chosen.pattern ?? defaultNumbering.pattern
    const credits = drafts.filter(({ kind }) => kind === 'credit')
    if (chosen.creditPattern === null || chosen.creditPattern === own) {
      await issueInSeries(tx, { ...chosen, sellerId, pattern: own, first: 'firstNumber', now }, drafts)
    } else {
      const invoices = drafts.filter(({ kind }) => kind === 'invoice')
      await issueInSeries(tx, { ...chosen, sellerId, pattern: own, first: 'firstNumber', now }, invoices)
      const pattern = chosen.creditPattern
      await issueInSeries(tx, { ...chosen, sellerId, pattern, first: 'firstCreditNumber', now }, credits)
    }
    return due.length
  })
}

type Chosen = NonNullable<Awaited<ReturnType<typeof lockNumbering>>>

async function lockNumbering(tx: Transaction<Database>, sellerId: string, waits: boolean) {
  // A shop that has chosen nothing has used the default from its beginning.
  await tx
    .insertInto('invoiceNumbering')
    .values({ sellerId, pattern: defaultNumbering.pattern, creditPattern: null, since: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('invoiceNumbering')
    .innerJoin('sellersView as sellers', 'sellers.id', 'invoiceNumbering.sellerId')
    .select(['pattern', 'creditPattern', 'digits', 'firstNumber', 'firstCreditNumber', 'sellers.timeZone'])
    .where('invoiceNumbering.sellerId', '=', sellerId)
    .forUpdate('invoiceNumbering')
    .$if(!waits, (query) => query.skipLocked())
    .executeTakeFirst()
}

type Issuing = Chosen & {
  readonly sellerId: string
  readonly pattern: string
  readonly first: 'firstNumber' | 'firstCreditNumber'
  readonly now: Date
}

async function issueInSeries(
  tx: Transaction<Database>,
  issuing: Issuing,
  drafts: readonly DraftOfPurchase[],
): Promise<void> {
  if (drafts.length === 0) return
  const series = await openSeries(tx, issuing)
  const rows = drafts.map((draft, index) => {
    const sequence = series.nextNumber + index
    return { ...draft, sequence, number: numberAt(series, sequence) }
  })
  await sql`
    update invoices set series_id = ${series.id}, sequence = given.sequence, number = given.number,
      issued_at = ${series.issuedAt}, issued_on = ${series.issuedOn}, of_invoice_id = given.of_invoice_id,
      bill_to = given.bill_to, document_lines = given.document_lines, currency = given.currency,
      subtotal = given.subtotal, tax_amount = given.tax_amount, total = given.total
    from jsonb_to_recordset(${JSON.stringify(rows.map(columnsOf))}::jsonb) as given (
      id uuid, sequence integer, number text, of_invoice_id uuid, bill_to jsonb, document_lines jsonb, currency text,
      subtotal bigint, tax_amount bigint, total bigint)
    where invoices.id = given.id and invoices.number is null`.execute(tx)
  await tx
    .updateTable('invoiceSeries')
    .set({ nextNumber: series.nextNumber + drafts.length, lastIssuedAt: series.issuedAt })
    .where('id', '=', series.id)
    .execute()
  const { sellerId, now: at } = issuing
  const types = { invoice: 'invoice.issued', credit: 'invoice.credited' } as const
  await recordPending(
    tx,
    ...drafts.map(({ id: objectId, kind, purchaseId }) => ({
      type: types[kind],
      sellerId,
      objectId,
      purchaseId,
      at,
    })),
  )
}

function columnsOf(row: Draft & { readonly sequence: number; readonly number: string }) {
  return {
    id: row.id,
    sequence: row.sequence,
    number: row.number,
    of_invoice_id: row.ofInvoiceId,
    bill_to: row.billTo,
    document_lines: row.documentLines,
    currency: row.currency,
    subtotal: row.total - row.taxAmount,
    tax_amount: row.taxAmount,
    total: row.total,
  }
}

/**
 * The current series, started if it is new, and the time of its next documents. That is never before its last ones,
 * even if the clock was set back.
 */
async function openSeries(tx: Transaction<Database>, issuing: Issuing) {
  const { sellerId, pattern, digits, first, now, timeZone } = issuing
  const last = await tx
    .selectFrom('invoiceSeries')
    .select((series) => series.fn.max('lastIssuedAt').as('at'))
    .where('sellerId', '=', sellerId)
    .executeTakeFirst()
  const issuedAt = last?.at === null || last?.at === undefined || last.at < now ? now : last.at
  const issuedOn = dayIn(issuedAt, timeZone)
  const prefix = await presentPrefix(tx, pattern, issuedOn, timeZone)
  const known = await tx
    .selectFrom('invoiceSeries')
    .select(['id', 'prefix', 'digits', 'nextNumber'])
    .where('sellerId', '=', sellerId)
    .where('prefix', '=', prefix)
    .executeTakeFirst()
  if (known !== undefined) return { ...known, issuedAt, issuedOn }
  const begun = {
    id: newId(),
    prefix,
    digits,
    firstNumber: issuing[first],
    nextNumber: issuing[first],
  }
  await tx
    .insertInto('invoiceSeries')
    .values({ ...begun, sellerId, startedAt: issuedAt, lastIssuedAt: issuedAt })
    .execute()
  await tx
    .updateTable('invoiceNumbering')
    .set(first === 'firstNumber' ? { firstNumber: 1 } : { firstCreditNumber: 1 })
    .where('sellerId', '=', sellerId)
    .execute()
  return { ...begun, issuedAt, issuedOn }
}

/**
 * The prefix that a pattern gives on a day. It contains a mark if a restored backup may have lost numbers that would
 * otherwise be issued again.
 */
export async function presentPrefix(
  db: Kysely<Database>,
  pattern: string,
  day: string,
  timeZone: string | null,
): Promise<string> {
  const restoredAt = await lastFinish(db, restoreName)
  const year = Number(day.slice(0, 4))
  const isMarked =
    restoredAt !== null && (!hasYear(pattern) || dayIn(restoredAt, timeZone).startsWith(String(year)))
  return prefixOf(pattern, year, isMarked ? markOf(restoredAt) : '')
}

/** The day at a given time by a shop's clock, such as "2026-11-22". In UTC if the shop has no time zone. */
export function dayIn(at: Date, timeZone: string | null): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parts.format(at)
}
