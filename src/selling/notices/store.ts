import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { NoticeKind } from '#foundation/db/tables/notices.ts'
import type { Hows } from './kinds.ts'

/** A member, and the seller whose they are. */
export type Member = { readonly userId: string; readonly sellerId: string }

/** What stands in the list of the last notices. */
const shown = 20
/** More than so many unseen are as good as any number. */
const mostUnread = 100

/** The newest notices of a seller. */
export async function listNotices(db: Kysely<Database>, sellerId: string) {
  return describedNotices(db)
    .where('notices.sellerId', '=', sellerId)
    .orderBy('notices.id', 'desc')
    .limit(shown)
    .execute()
}

/** A part of the notices of one kind: those after one id, up to another. */
export type NoticeSpan = {
  readonly sellerId: string
  readonly kinds: readonly NoticeKind[]
  readonly after: number
  readonly upTo: number
}

/** The first notices of a span. */
export async function listSpan(db: Kysely<Database>, span: NoticeSpan, limit: number) {
  return describedNotices(db)
    .where('notices.sellerId', '=', span.sellerId)
    .where('notices.kind', 'in', span.kinds)
    .where('notices.id', '>', span.after)
    .where('notices.id', '<=', span.upTo)
    .orderBy('notices.id')
    .limit(limit)
    .execute()
}
export type DescribedNotice = Awaited<ReturnType<typeof listSpan>>[number]

/** How many notices of each kind and currency a span has, what they come to, and when the first of them was. */
export async function sumSpan(db: Kysely<Database>, { sellerId, kinds, after, upTo }: NoticeSpan) {
  return db
    .selectFrom('notices')
    .select(['kind', 'currency'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(amount)::bigint`.as('amount'),
      sql<Date>`min(at)`.as('firstAt'),
    ])
    .where('sellerId', '=', sellerId)
    .where('kind', 'in', kinds)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .groupBy(['kind', 'currency'])
    .orderBy('kind')
    .orderBy('count', 'desc')
    .orderBy('currency')
    .execute()
}
export type NoticeSum = Awaited<ReturnType<typeof sumSpan>>[number]

/** What was noticed for these sellers after one id, up to another; the oldest first. */
export async function listNews(
  db: Kysely<Database>,
  { sellerIds, after, upTo }: { sellerIds: readonly string[]; after: number; upTo: number },
  limit: number,
) {
  return describedNotices(db)
    .select('notices.sellerId')
    .where('notices.sellerId', 'in', sellerIds)
    .where('notices.id', '>', after)
    .where('notices.id', '<=', upTo)
    .orderBy('notices.id')
    .limit(limit)
    .execute()
}

/** The last notice of all. */
export async function lastNotice(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .selectFrom('notices')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

function describedNotices(db: Kysely<Database>) {
  return db
    .selectFrom('notices')
    .innerJoin('purchases', 'purchases.id', 'notices.purchaseId')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .select([
      'notices.id',
      'notices.kind',
      'notices.purchaseId',
      'notices.subject',
      'notices.amount',
      'notices.currency',
      'notices.at',
      'purchases.name as buyer',
      'forms.title as formTitle',
    ])
}

/** How many notices a member has not seen; none before anything was told since they are a member. */
export async function countUnread(db: Kysely<Database>, { userId, sellerId }: Member): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select from notices
      where seller_id = ${sellerId} and id > (select seen_to from notice_readers where user_id = ${userId})
      limit ${mostUnread}
    ) unseen`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Nothing that was seen becomes unseen. */
export async function keepSeen(
  db: Kysely<Database>,
  { userId, sellerId }: Member,
  upTo: number,
): Promise<void> {
  await db
    .updateTable('noticeReaders')
    .set({
      seenTo: sql`greatest(seen_to, least(${upTo}::bigint, (select max(id) from notices where seller_id = ${sellerId})))`,
    })
    .where('userId', '=', userId)
    .execute()
}

/** What a member has chosen; undefined where they have chosen nothing and nothing was told. */
export async function findReader(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('noticeReaders')
    .select(['zone', 'hows'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

type Choice = { readonly hows: Partial<Hows>; readonly zone: string; readonly letterAt: Date }

/** Keeps what a member chose beside what they had chosen before; a new reader begins with what happens from now on. */
export async function keepChoice(
  db: Kysely<Database>,
  { userId, sellerId }: Member,
  { hows, zone, letterAt }: Choice,
): Promise<void> {
  const last = sql<number>`(select coalesce(max(id), 0) from notices where seller_id = ${sellerId})`
  await db
    .insertInto('noticeReaders')
    .values({ userId, zone, hows: JSON.stringify(hows), seenTo: last, letteredTo: last, letterAt })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({
        zone,
        letterAt,
        hows: sql`notice_readers.hows || excluded.hows`,
      }),
    )
    .execute()
}

export async function forgetReader(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('noticeReaders').where('userId', '=', userId).execute()
}
