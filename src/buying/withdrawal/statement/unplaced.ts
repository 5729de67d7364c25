import { sql, type Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { namedSince } from '#payments/purchases/records/erase-old-buyers.ts'
import { instantText } from '#foundation/time/day-text.ts'
import type { Refusal } from '../texts.ts'
import { sums } from './list-withdrawals.ts'

// Statements whose shop is unknown or has closed: no seller sees them, so the operator handles them.

/** How long they are stored, in seconds: three years, after which consumers' claims usually lapse. */
const retention = 3 * 365 * day

/** The open ones, oldest first, a line each. */
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
 * Closes one; returns whether it was open. Sends no email, because the operator has already replied. One about a
 * purchase needs the reason that its buyer reads.
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

/** Deletes those past their time, and shops' statements about no sale once such sales no longer name buyers. */
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
      .where('id', 'in', (of) =>
        of
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
          .skipLocked(),
      )
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
}
