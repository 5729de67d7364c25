import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export type UploadRow = Selectable<Database['uploads']>
export type NewUpload = Insertable<Database['uploads']>

export async function insertUpload(tx: Transaction<Database>, upload: NewUpload): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

/** How much a seller has stored. Uploads of the same seller that are being recorded wait for each other here. */
export async function lockUsage(
  tx: Transaction<Database>,
  sellerId: string,
): Promise<{ files: number; bytes: number }> {
  await tx.selectFrom('sellers').select('id').where('id', '=', sellerId).forNoKeyUpdate().execute()
  return tx
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** By the path it is stored at or by its id; another seller's is not found. */
export async function findUpload(
  db: Kysely<Database>,
  sellerId: string,
  by: { readonly path: string } | { readonly id: string },
): Promise<UploadRow | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['path', by.path] as const)
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where(column, '=', value)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Whether something that the seller built, deleted or not, or one of the seller's users shows or sells this address. */
export async function isInUse(db: Kysely<Database>, sellerId: string, url: string): Promise<boolean> {
  const attachment = JSON.stringify([{ url }])
  const products = (['forms', 'bumps', 'offers'] as const).map((table) =>
    db
      .selectFrom(table)
      .select('id')
      .where('sellerId', '=', sellerId)
      .where((where) => where.or([where('image', '=', url), sql<boolean>`files @> ${attachment}::jsonb`])),
  )
  const photos = db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .select('users.id')
    .where('members.sellerId', '=', sellerId)
    .where('users.image', '=', url)
  const uses = [...products, photos]
  const { used } = await db
    .selectNoFrom((expression) => expression.or(uses.map((use) => expression.exists(use))).as('used'))
    .executeTakeFirstOrThrow()
  return Boolean(used)
}

/** Of these ids, those of files that the seller has stored. */
export async function findOwnFiles(
  db: Kysely<Database>,
  sellerId: string,
  ids: readonly string[],
): Promise<Pick<UploadRow, 'id' | 'name' | 'size' | 'type'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'name', 'size', 'type'])
    .where('sellerId', '=', sellerId)
    .where('id', 'in', ids)
    .where('kind', '=', 'file')
    .where('deletedAt', 'is', null)
    .execute()
}

/**
 * Up to `most` uploads, after the one with the id `after`, that were stored before `before` and that nothing a seller
 * built, deleted or not, and nobody's photo shows or sells.
 */
export async function listUnused(
  db: Kysely<Database>,
  { before, after, most }: { readonly before: Date; readonly after: string; readonly most: number },
): Promise<Pick<UploadRow, 'id' | 'sellerId' | 'path'>[]> {
  const url = sql<string>`case uploads.kind when 'picture' then '/' || uploads.path
    else '/api/files/' || uploads.id end`
  const isShown = sql<boolean>`(
    exists (select from users where users.image = ${url})
    or exists (select from forms where forms.seller_id = uploads.seller_id
      and (forms.image = ${url} or forms.files @> jsonb_build_array(jsonb_build_object('url', ${url}))))
    or exists (select from bumps where bumps.seller_id = uploads.seller_id
      and (bumps.image = ${url} or bumps.files @> jsonb_build_array(jsonb_build_object('url', ${url}))))
    or exists (select from offers where offers.seller_id = uploads.seller_id
      and (offers.image = ${url} or offers.files @> jsonb_build_array(jsonb_build_object('url', ${url}))))
  )`
  return db
    .selectFrom('uploads')
    .select(['id', 'sellerId', 'path'])
    .where('deletedAt', 'is', null)
    .where('createdAt', '<', before)
    .where('id', '>', after)
    .where((where) => where.not(isShown))
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function markDeleted(db: Kysely<Database>, sellerId: string, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ deletedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .execute()
}
