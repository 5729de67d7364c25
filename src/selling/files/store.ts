import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { FileUse } from './contract.ts'

const address = sql<string>`'/api/files/' || uploads.id`

/** The files of a seller that are not replaced, the newest first, each with what sells it. */
export async function listSold(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'name', 'type', 'size', 'version', 'createdAt'])
    .select(
      sql<FileUse[]>`(
        select coalesce(json_agg(json_build_object(
          'kind', kind, 'id', of.id, 'title', title, 'isDeleted', deleted_at is not null
        ) order by deleted_at is not null, of.created_at), '[]')
        from (
          select 'form' as kind, id, title, deleted_at, created_at, files from forms where seller_id = ${sellerId}
          union all
          select 'bump', id, title, deleted_at, created_at, files from bumps where seller_id = ${sellerId}
          union all
          select 'offer', id, title, deleted_at, created_at, files from offers where seller_id = ${sellerId}
        ) of
        where of.files @> jsonb_build_array(jsonb_build_object('url', ${address}))
      )`.as('uses'),
    )
    .where('sellerId', '=', sellerId)
    .where('kind', '=', 'file')
    .where('deletedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** How many purchases opened each of these files, and when one last did. */
export async function countOpenings(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('fileOpenings')
    .select('fileId')
    .select([sql<number>`count(*)`.as('openings'), sql<Date>`max(last_at)`.as('lastAt')])
    .where('fileId', 'in', ids)
    .groupBy('fileId')
    .execute()
}
