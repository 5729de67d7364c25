import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { lastFinish } from '#foundation/jobs/schedule.ts'
import { dayIn, presentPrefix, restoreName } from './issue-invoices.ts'
import { defaultNumbering, mayCollide, numberAt } from './series-numbers.ts'

/**
 * A series of invoice numbers as its shop sees it: the next number, and whether the shop can still choose
 * where it begins.
 */
type Upcoming = {
  readonly pattern: string
  readonly next: number
  readonly number: string
  readonly isBegun: boolean
}

/** How a shop's documents are numbered. */
export type ChosenNumbering = {
  /** Null if documents are numbered by day and purchase. */
  readonly invoices: Upcoming | null
  /** Null if credit notes share the invoices' numbers. */
  readonly credits: Upcoming | null
  readonly digits: number
  /** When the numbering starts. Null means that all payments are numbered. */
  readonly since: Date | null
  /** When a backup was restored, after which new numbers have a mark. Null if never. */
  readonly restoredAt: Date | null
}

export async function readNumbering(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<ChosenNumbering> {
  const { row, timeZone } = await findNumbering(db, sellerId)
  const { pattern, creditPattern, digits, firstNumber, firstCreditNumber, since } = row
  const begins = since > now ? since : now
  const at = { sellerId, digits, day: dayIn(begins, timeZone), timeZone }
  return {
    invoices: pattern === null ? null : await upcoming(db, { ...at, pattern, first: firstNumber }),
    credits:
      pattern === null || creditPattern === null
        ? null
        : await upcoming(db, { ...at, pattern: creditPattern, first: firstCreditNumber }),
    digits,
    since: pattern === null || since.getTime() === 0 ? null : since,
    restoredAt: await lastFinish(db, restoreName),
  }
}

async function findNumbering(db: Kysely<Database>, sellerId: string) {
  const found = await db
    .selectFrom('sellersView as sellers')
    .leftJoin('invoiceNumbering', 'invoiceNumbering.sellerId', 'sellers.id')
    .select(['sellers.timeZone', 'invoiceNumbering.sellerId', 'pattern', 'creditPattern', 'digits'])
    .select(['firstNumber', 'firstCreditNumber', 'since'])
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  const { timeZone, digits, firstNumber, firstCreditNumber, since, pattern, creditPattern } = found
  const row = {
    pattern: found.sellerId === null ? defaultNumbering.pattern : pattern,
    creditPattern,
    digits: digits ?? defaultNumbering.digits,
    firstNumber: firstNumber ?? 1,
    firstCreditNumber: firstCreditNumber ?? 1,
    since: since ?? new Date(0),
  }
  return { row, timeZone }
}

type Asked = {
  readonly sellerId: string
  readonly pattern: string
  readonly digits: number
  readonly first: number
  readonly day: string
  readonly timeZone: string | null
}

async function upcoming(
  db: Kysely<Database>,
  { sellerId, pattern, digits, first, day, timeZone }: Asked,
): Promise<Upcoming> {
  const prefix = await presentPrefix(db, pattern, day, timeZone)
  const series = await findSeries(db, sellerId, prefix)
  const next = series?.nextNumber ?? first
  const number = numberAt(series ?? { prefix, digits }, next)
  return { pattern, next, number, isBegun: series !== undefined }
}

async function findSeries(db: Kysely<Database>, sellerId: string, prefix: string) {
  return db
    .selectFrom('invoiceSeries')
    .select(['prefix', 'digits', 'nextNumber'])
    .where('sellerId', '=', sellerId)
    .where('prefix', '=', prefix)
    .executeTakeFirst()
}

/** A shop's choice; `next` is where a new series starts. */
export type NumberingChoice = {
  readonly pattern: string
  readonly next: number
  /** Null if credit notes share the invoices' numbers. */
  readonly creditPattern: string | null
  readonly creditNext: number
  readonly digits: number
  /** When a shop that numbered its invoices by date starts to use a series. */
  readonly begins: 'now' | 'new_year'
}

/**
 * The problem with a choice: its numbers could repeat those of a series, or a series in use would have to continue at
 * another number.
 */
export type ProblemTexts = {
  readonly mayRepeat: (prefix: string) => string
  readonly inUse: (next: string) => string
}

/**
 * Chooses how a shop's next documents are numbered. Issued documents keep their numbers, and an existing
 * series continues. Throws if the numbers of a series could repeat another's.
 */
export async function chooseNumbering(
  tx: Transaction<Database>,
  sellerId: string,
  choice: NumberingChoice,
  now: Date,
  texts: ProblemTexts,
): Promise<void> {
  await tx
    .insertInto('invoiceNumbering')
    .values({ sellerId, pattern: defaultNumbering.pattern, creditPattern: null, since: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await tx
    .selectFrom('invoiceNumbering')
    .innerJoin('sellersView as sellers', 'sellers.id', 'invoiceNumbering.sellerId')
    .select(['pattern', 'since', 'sellers.timeZone'])
    .where('invoiceNumbering.sellerId', '=', sellerId)
    .forUpdate('invoiceNumbering')
    .executeTakeFirstOrThrow()
  const isOpen = before.pattern === null || before.since > now
  const since = isOpen ? await beginningOf(choice.begins, now, before.timeZone) : before.since
  const day = dayIn(since > now ? since : now, before.timeZone)
  await checkSeries(tx, sellerId, choice, { day, timeZone: before.timeZone, texts })
  const { pattern, digits, next: firstNumber, creditNext } = choice
  const creditPattern = choice.creditPattern === pattern ? null : choice.creditPattern
  await tx
    .updateTable('invoiceNumbering')
    .set({ pattern, creditPattern, digits, firstNumber, firstCreditNumber: creditNext, since })
    .where('sellerId', '=', sellerId)
    .execute()
}

async function beginningOf(
  begins: NumberingChoice['begins'],
  now: Date,
  timeZone: string | null,
): Promise<Date> {
  if (begins === 'now') return now
  // Loaded only when needed, because nothing else here needs its library.
  const { Temporal } = await import('temporal-polyfill')
  const zone = timeZone ?? 'UTC'
  const { year } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const start = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 1 }).toZonedDateTime(zone)
  return new Date(start.epochMilliseconds)
}

type Checked = { readonly day: string; readonly timeZone: string | null; readonly texts: ProblemTexts }

async function checkSeries(
  tx: Transaction<Database>,
  sellerId: string,
  { pattern, creditPattern, next, creditNext }: NumberingChoice,
  { day, timeZone, texts }: Checked,
): Promise<void> {
  const chosen = [
    { field: 'pattern', nextField: 'next', text: pattern, first: next },
    ...(creditPattern === null
      ? []
      : [{ field: 'creditPattern', nextField: 'creditNext', text: creditPattern, first: creditNext }]),
  ]
  const series = await tx
    .selectFrom('invoiceSeries')
    .select(['prefix', 'digits', 'nextNumber'])
    .where('sellerId', '=', sellerId)
    .execute()
  const errors: Record<string, string> = {}
  const prefixes: string[] = []
  for (const { field, nextField, text, first } of chosen) {
    const prefix = await presentPrefix(tx, text, day, timeZone)
    const other = [...series.map((one) => one.prefix), ...prefixes].find((one) => mayCollide(one, prefix))
    if (other !== undefined) {
      errors[field] = texts.mayRepeat(other)
    }
    const known = series.find((one) => one.prefix === prefix)
    if (known !== undefined && known.nextNumber !== first) {
      const number = numberAt(known, known.nextNumber)
      errors[nextField] = texts.inUse(number)
    }
    prefixes.push(prefix)
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}
