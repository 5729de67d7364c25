import { sql, type Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { namedSince } from '#payments/purchases/records/erase-old-buyers.ts'
import { instantText } from '#foundation/time/day-text.ts'
import type { Refusal } from '../texts.ts'
import { sums } from './list-withdrawals.ts'

// Handles statements whose shop is unknown or has closed. No seller sees them, so the operator does.

/** How long these statements are stored, in seconds: three years, after which consumers' claims usually lapse. */
const retention = 3 * 365 * day

/** The open statements without a shop, oldest first, one per line. */
export async function listUnplaced(db: Kysely<Database>): Promise<string[]> {
  const rows = await unplaced(db).selectAll('withdrawals').orderBy('receivedAt').limit(1_000).execute()
  return rows.map(({ id, receivedAt, name, email, reference }) =>
    [id, instantText(receivedAt.getTime()), email, name, reference.replaceAll(/\s+/g, ' ')].join('  '),
  )
}

function unplaced(db: Kysely<Database>) {
  return db
    .selectFrom('withdrawals')
    .innerJoinLateral(sums.as<'covered'>(sql.ref('covered')), (join) => join.onTrue())
    .where('withdrawals.refusedFor', 'is', null)
    .where((row) =>
      row.or([
        row('withdrawals.sellerId', 'is', null),
        row.and([
          row('covered.isOpen', '=', true),
          row.not(
            row.exists(
              row
                .selectFrom('membersView as members')
                .select('members.userId')
                .whereRef('members.sellerId', '=', 'withdrawals.sellerId'),
            ),
          ),
        ]),
      ]),
    )
}

/**
 * Closes a statement without a shop, and returns whether it was open. Sends no email, because the operator
 * has already replied. If it is about a purchase, it needs a reason for the buyer.
 */
export async function closeUnplaced(
  db: Kysely<Database>,
  id: string,
  now: Date,
  reason?: Refusal,
): Promise<boolean> {
  const closed = await db
    .updateTable('withdrawals')
    .set({ refusedFor: reason ?? 'no_purchase', decidedAt: now, nextCheckAt: null })
    .where('id', 'in', unplaced(db).select('withdrawals.id').where('withdrawals.id', '=', id))
    .$if(reason === undefined, (query) => query.where('purchaseId', 'is', null))
    .where('refusedFor', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/**
 * Deletes these statements at the end of their retention period. A shop's statements without a sale are deleted once a
 * sale of that time would no longer contain its buyer's name.
 */
export async function pruneUnplaced({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  const [unplacedBefore, before] = [secondsAfter(now, -retention), namedSince(now, config.salesNamedFor)]
  return pruneRound(async () => {
    const gone = await db
      .deleteFrom('withdrawals')
      .where('id', '=', (of) => {
        const due = of
          .selectFrom('withdrawals as old')
          .select('old.id')
          .where('old.purchaseId', 'is', null)
          .where(
            'old.receivedAt',
            '<',
            sql<Date>`case when old.seller_id is null then ${unplacedBefore}::timestamptz else ${before}::timestamptz end`,
          )
          .where(sql<boolean>`not exists (select from stated_purchases where withdrawal_id = old.id)`)
          .limit(pruneBatch)
          .forUpdate()
          .skipLocked()
        return sql<string>`any(array(${due}))`
      })
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
}
