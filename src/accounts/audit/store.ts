import { sql, type Insertable, type Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { hasWords } from '#foundation/db/search.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'

export async function insertEntry(
  db: Kysely<Database>,
  entry: Insertable<Database['auditLog']>,
): Promise<void> {
  await db.insertInto('auditLog').values(entry).execute()
}

/** Whether the same action has been recorded since this time. */
export async function hasEntrySince(
  db: Kysely<Database>,
  {
    actorId,
    action,
    sellerId,
    subjectId = null,
    after = null,
  }: {
    readonly actorId: string
    readonly action: string
    readonly sellerId: string | null
    readonly subjectId?: string | null
    readonly after?: string | null
  },
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('auditLog')
    .select('id')
    .where('at', '>', since)
    .where('actorId', '=', actorId)
    .where('action', '=', action)
    .where('sellerId', 'is not distinct from', sellerId)
    .where('subjectId', 'is not distinct from', subjectId)
    .where('after', 'is not distinct from', after)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function setStatus(db: Kysely<Database>, id: string, status: number): Promise<void> {
  await db.updateTable('auditLog').set({ status }).where('id', '=', id).execute()
}

const searched = [
  sql`audit_log.action`,
  sql`audit_log.before`,
  sql`audit_log.after`,
  sql`actors.email`,
  sql`subjects.email`,
  sql`sellers.name`,
]

/** One row more than the page shows, to find out whether there is a next page. */
export async function listEntries(db: Kysely<Database>, { q, ...asked }: ListQuery) {
  return db
    .selectFrom('auditLog')
    .leftJoin('sellersView as sellers', 'sellers.id', 'auditLog.sellerId')
    .leftJoin('usersView as actors', 'actors.id', 'auditLog.actorId')
    .leftJoin('usersView as subjects', 'subjects.id', 'auditLog.userId')
    .select([
      'auditLog.id',
      'auditLog.at',
      'auditLog.action',
      'auditLog.subjectId',
      'auditLog.before',
      'auditLog.after',
      'auditLog.status',
      'sellers.name as sellerName',
    ])
    .select((entry) => [
      jsonObjectFrom(
        entry
          .selectFrom('usersView as users')
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('users.id', '=', 'auditLog.actorId'),
      ).as('actor'),
      jsonObjectFrom(
        entry
          .selectFrom('usersView as users')
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('users.id', '=', 'auditLog.userId'),
      ).as('user'),
    ])
    .$if(q !== '', (query) => query.where(hasWords(q, searched)))
    .orderBy('auditLog.id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}
