import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Refused } from './read-reports.ts'

export type Counted = Refused & { readonly day: string; readonly count: number; readonly lastAt: Date }

/** The page name for a day's excess reports, which are counted together. */
export const otherDocument = '(other)'

/** The latest day since then with too many scripts to count each one separately. */
export async function findFullDay(db: Kysely<Database>, day: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('contentSecurityReports')
    .select(sql<string | null>`max(day)::text`.as('last'))
    .where('day', '>=', day)
    .where('document', '=', otherDocument)
    .where('isScript', '=', true)
    .executeTakeFirstOrThrow()
  return last
}

export async function listKnown(tx: Transaction<Database>, day: string): Promise<Refused[]> {
  return tx
    .selectFrom('contentSecurityReports')
    .select(['document', 'directive', 'blockedHost', 'isScript'])
    .where('day', '=', day)
    .execute()
}

/** Increments each count in the order of the table's key, so that two processes never deadlock. */
export async function addCounts(tx: Transaction<Database>, counts: readonly Counted[]): Promise<void> {
  const keyOf = ({ day, document, directive, blockedHost }: Counted) =>
    [day, document, directive, blockedHost].join(' ')
  const rows = counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await tx
    .insertInto('contentSecurityReports')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'document', 'directive', 'blockedHost']).doUpdateSet({
        count: sql`least(content_security_reports.count::bigint + excluded.count, 2000000000)::integer`,
        lastAt: sql`greatest(content_security_reports.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}

export async function listSince(db: Kysely<Database>, day: string, limit: number) {
  return db
    .selectFrom('contentSecurityReports')
    .select(({ fn }) => [
      'document',
      'directive',
      'blockedHost',
      'isScript',
      fn.sum<string>('count').as('count'),
      sql<string>`min(day)::text`.as('firstDay'),
      fn.max('lastAt').as('lastAt'),
    ])
    .where('day', '>=', day)
    .groupBy(['document', 'directive', 'blockedHost', 'isScript'])
    .orderBy('isScript', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteReportsBefore(db: Kysely<Database>, day: string): Promise<void> {
  await db.deleteFrom('contentSecurityReports').where('day', '<', day).execute()
}
