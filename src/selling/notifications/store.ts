import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { boughtTitle } from '#payments/purchases/records/purchase-columns.ts'
import type {
  EndpointNotificationKind,
  NotificationKind,
  PayoutNotificationKind,
  SaleNotificationKind,
} from '#foundation/db/tables/notices.ts'
import { isEndpointKind, isPayoutKind, type BellKind, type LaterNews, type Hows } from './kinds.ts'

export type Member = { readonly userId: string; readonly sellerId: string }

/** How many of the latest notifications the list shows. */
const shown = 20
/** Unseen notifications are counted up to this number. */
const mostUnread = 100

/** A seller's newest notifications of the visible kinds. */
export async function listNotifications(
  db: Kysely<Database>,
  sellerId: string,
  kinds: readonly BellKind[],
): Promise<BellNotification[]> {
  const rows = await notificationRows(db)
    .where('notices.sellerId', '=', sellerId)
    .where('notices.kind', 'in', kinds)
    .orderBy('notices.id', 'desc')
    .limit(shown)
    .execute()
  return rows.flatMap(describe)
}

const outcomeOfRow = sql<LaterNews | null>`case when notices.asks then 'asked' else notices.outcome end`

/** Notifications of some kinds, after one id and up to another. */
export type NotificationSpan = {
  readonly sellerId: string
  readonly kinds: readonly NotificationKind[]
  readonly after: number
  readonly upTo: number
  /** Limits the disputes to those with this outcome, or to new ones if null. If left out, all disputes are included. */
  readonly outcome?: LaterNews | null
}

/** A span's first notifications. */
export async function listSpan(
  db: Kysely<Database>,
  span: NotificationSpan,
  limit: number,
): Promise<DescribedNotification[]> {
  const rows = await notificationRows(db)
    .where('notices.sellerId', '=', span.sellerId)
    .where('notices.kind', 'in', span.kinds)
    .where('notices.id', '>', span.after)
    .where('notices.id', '<=', span.upTo)
    .$if(span.outcome !== undefined, (rowsOfKind) =>
      rowsOfKind.where(outcomeOfRow, 'is not distinct from', span.outcome ?? null),
    )
    .orderBy('notices.id')
    .limit(limit)
    .execute()
  return rows.flatMap(describe).filter((one): one is DescribedNotification => !('endpointId' in one))
}

/**
 * The notifications in a time span by kind, outcome and currency, with their number, their total and the time of the
 * first.
 */
export async function sumSpan(db: Kysely<Database>, { sellerId, kinds, after, upTo }: NotificationSpan) {
  return db
    .selectFrom('notices')
    .select(['kind', 'currency'])
    .select([
      outcomeOfRow.as('outcome'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(amount)::bigint`.as('amount'),
      sql<Date>`min(at)`.as('firstAt'),
    ])
    .where('sellerId', '=', sellerId)
    .where('kind', 'in', kinds)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .groupBy(['kind', 'notices.outcome', 'asks', 'currency'])
    .orderBy('kind')
    .orderBy('outcome', (order) => order.asc().nullsFirst())
    .orderBy('count', 'desc')
    .orderBy('currency')
    .execute()
}
export type NotificationSum = Awaited<ReturnType<typeof sumSpan>>[number]

/** Notifications for these sellers after one id and up to another, oldest first. */
export async function listNews(
  db: Kysely<Database>,
  { sellerIds, after, upTo }: { sellerIds: readonly string[]; after: number; upTo: number },
  limit: number,
): Promise<BellNotification[]> {
  const rows = await notificationRows(db)
    .where('notices.sellerId', 'in', sellerIds)
    .where('notices.id', '>', after)
    .where('notices.id', '<=', upTo)
    .orderBy('notices.id')
    .limit(limit)
    .execute()
  return rows.flatMap(describe)
}

export async function lastNotification(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .selectFrom('notices')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

type Told = {
  readonly id: number
  readonly sellerId: string
  readonly amount: number
  readonly currency: string
  readonly at: Date
}

/** A notification about a purchase. */
export type SaleNotification = Told & {
  readonly kind: SaleNotificationKind
  readonly purchaseId: string
  readonly subject: string | null
  readonly buyer: string
  readonly formTitle: string
  /** Whether a sale started a trial or a free subscription, or null if neither. */
  readonly begins: 'trial' | 'subscription' | null
  /** News about a dispute, or null for a new dispute and for other kinds. */
  readonly outcome: LaterNews | null
}

/** A notification about a payout. */
export type PayoutNotification = Told & {
  readonly kind: PayoutNotificationKind
  readonly payout: {
    readonly id: string
    readonly bankName: string | null
    readonly bankLast4: string | null
    readonly failureCode: string | null
    readonly failureMessage: string | null
    /** Whether the payout is collected from the bank account. */
    readonly isDebit: boolean
  }
}

export type DescribedNotification = SaleNotification | PayoutNotification

/** A notification about a webhook. */
type EndpointNotification = Pick<Told, 'id' | 'sellerId' | 'at'> & {
  readonly kind: EndpointNotificationKind
  readonly endpointId: string
  readonly name: string
}

export type BellNotification = DescribedNotification | EndpointNotification

function notificationRows(db: Kysely<Database>) {
  return db
    .selectFrom('notices')
    .leftJoin('purchasesView as purchases', 'purchases.id', 'notices.purchaseId')
    .leftJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .leftJoin('payoutOutcomesView as payoutOutcomes', (join) =>
      join
        .onRef('payoutOutcomes.payoutId', '=', 'notices.subject')
        .on(sql<boolean>`notices.kind = 'payout_' || payout_outcomes.outcome`),
    )
    .leftJoin('webhookEndpointsView as endpoints', (join) =>
      join.on(
        sql<boolean>`endpoints.id = case when notices.kind in ('webhook_failing', 'webhook_off') then notices.subject::uuid end`,
      ),
    )
    .select([
      'notices.id',
      'notices.sellerId',
      'notices.kind',
      'notices.purchaseId',
      'notices.subject',
      'notices.amount',
      'notices.currency',
      'notices.at',
      outcomeOfRow.as('outcome'),
      'purchases.name as buyer',
      boughtTitle.$castTo<string | null>().as('formTitle'),
      'payoutOutcomes.bankName',
      'payoutOutcomes.bankLast4',
      'payoutOutcomes.failureCode',
      'payoutOutcomes.failureMessage',
      'payoutOutcomes.isDebit',
      'endpoints.name as endpointName',
    ])
    .select(
      sql<SaleNotification['begins']>`case when notices.kind = 'sale' and notices.amount = 0 then (
        select case when trial_days > 0 then 'trial' else 'subscription' end
        from subscriptions_view as subscriptions where subscriptions.order_id = purchases.id
      ) end`.as('begins'),
    )
}

type NotificationRow = Awaited<ReturnType<ReturnType<typeof notificationRows>['execute']>>[number]

/** A row is about exactly one purchase, payout or webhook, which the table guarantees. A webhook can be deleted. */
function describe(row: NotificationRow): BellNotification[] {
  const { id, sellerId, kind, purchaseId, subject, buyer, formTitle, begins, outcome, amount, currency, at } =
    row
  if (isEndpointKind(kind)) {
    const { endpointName: name } = row
    return subject === null || name === null ? [] : [{ id, sellerId, at, kind, endpointId: subject, name }]
  }
  const told = { id, sellerId, amount, currency, at }
  if (isPayoutKind(kind)) {
    if (subject === null) return []
    const { bankName, bankLast4, failureCode, failureMessage } = row
    const payout = {
      id: subject,
      bankName,
      bankLast4,
      failureCode,
      failureMessage,
      isDebit: row.isDebit ?? false,
    }
    return [{ ...told, kind, payout }]
  }
  if (purchaseId === null || buyer === null || formTitle === null) return []
  return [{ ...told, kind, purchaseId, subject, buyer, formTitle, begins, outcome }]
}

/** The number of notifications a member has not seen. 0 before their first visit. */
export async function countUnread(
  db: Kysely<Database>,
  { userId, sellerId }: Member,
  kinds: readonly BellKind[],
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select from notices
      where seller_id = ${sellerId} and kind = any(${kinds}) and id > (select seen_to from notice_readers where user_id = ${userId})
      limit ${mostUnread}
    ) unseen`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks notifications up to an id as seen, and never as unseen. */
export async function markSeen(
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

/** A member's choices, or undefined if they made none and nothing was sent. */
export async function findReader(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('noticeReaders')
    .select(['zone', 'hasOwnZone', 'hows', 'quietFrom', 'quietTo'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

type Begun = { readonly zone: string; readonly letterAt: Date }

/** Creates a member's row, starting from now, or locks the existing one. Returns it. */
export async function holdReader(
  tx: Transaction<Database>,
  { userId, sellerId }: Member,
  { zone, letterAt }: Begun,
) {
  const last = sql<number>`(select coalesce(max(id), 0) from notices where seller_id = ${sellerId})`
  await tx
    .insertInto('noticeReaders')
    .values({ userId, zone, letterAt, seenTo: last, letteredTo: last })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('noticeReaders')
    .select(['zone', 'hasOwnZone', 'quietFrom', 'quietTo', 'letterAt'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Choice = {
  readonly hows: Partial<Hows>
  /** The member's choices for only some of the kinds. */
  readonly columns: Partial<
    Pick<Selectable<Database['noticeReaders']>, 'quietFrom' | 'quietTo' | 'hasOwnZone'>
  >
  readonly zone: string
  readonly letterAt: Date
  readonly now: Date
}

/**
 * Merges choices into the earlier ones, and makes held-back notifications due, so that quiet hours are checked again.
 */
export async function saveChoice(
  tx: Transaction<Database>,
  userId: string,
  { hows, columns, zone, letterAt, now }: Choice,
): Promise<void> {
  await tx
    .updateTable('noticeReaders')
    .set({
      ...columns,
      zone,
      letterAt,
      hows: sql`hows || ${JSON.stringify(hows)}::jsonb`,
      heldUntil: sql`case when held_until is not null then ${now}::timestamptz end`,
    })
    .where('userId', '=', userId)
    .execute()
}

export async function deleteReader(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('noticeReaders').where('userId', '=', userId).execute()
}
