import { sql, type Kysely, type Selectable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { fileUrlPrefix } from '#accounts/uploads/store-file.ts'
import type { FileUse } from './contract.ts'

/**
 * A seller's current files, newest first, each with the products that contain it. Products are read once for all
 * files.
 */
export async function listWithUses(db: Kysely<Database>, sellerId: string): Promise<FileWithUses[]> {
  const { rows } = await sql<FileWithUses>`
    with things as (
      select 'form' as kind, id, title, deleted_at, created_at, files from forms_view as forms where seller_id = ${sellerId}
      union all
      select 'bump', id, title, deleted_at, created_at, files from bumps_view as bumps where seller_id = ${sellerId}
      union all
      select 'offer', id, title, deleted_at, created_at, files from offers_view as offers where seller_id = ${sellerId}
    ), sold as (
      select distinct kind, id, title, deleted_at, created_at, address #>> '{}' as address
      from things cross join lateral jsonb_path_query(files, '$[*].url') as listed (address)
    ), uses as (
      select address, json_agg(json_build_object(
        'kind', kind, 'id', id, 'title', title, 'isDeleted', deleted_at is not null
      ) order by deleted_at is not null, created_at) as uses
      from sold group by address
    )
    select uploads.id, name, type, size::integer, version, uploads.created_at as "createdAt",
      coalesce(uses, '[]') as uses
    from uploads_view as uploads left join uses on uses.address = ${fileUrlPrefix}::text || uploads.id
    where seller_id = ${sellerId} and kind = 'file' and deleted_at is null and replaced_at is null
    order by uploads.id desc`.execute(db)
  return rows
}

type FileWithUses = Pick<
  Selectable<Database['uploads']>,
  'id' | 'name' | 'type' | 'size' | 'version' | 'createdAt'
> & {
  readonly uses: readonly FileUse[]
}

/** The number of purchases that opened each of these files, and when one last did. */
export async function countOpenings(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('fileOpeningsView as fileOpenings')
    .select('fileId')
    .select([sql<number>`count(*)`.as('openings'), sql<Date>`max(last_at)`.as('lastAt')])
    .where('fileId', 'in', ids)
    .groupBy('fileId')
    .execute()
}
