import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PartedFile, StoredPart } from '../storage/storage.ts'

export type MultipartUploadRow = Selectable<Database['begunUploads']>
type SameFile = Pick<MultipartUploadRow, 'sellerId' | 'userId' | 'name' | 'size' | 'modifiedAt'>

/** An upload that the storage has started. */
export type MultipartUploadInStorage = MultipartUploadRow & PartedFile

export function inStorage(pending: MultipartUploadRow): MultipartUploadInStorage | undefined {
  return pending.storageId === null ? undefined : { ...pending, storageId: pending.storageId }
}

/** A seller's unfinished upload. One that is being canceled is not found. */
export async function findMultipartUpload(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<MultipartUploadRow | undefined> {
  return isId(id) ? selectMultipartUploads(db, sellerId).where('id', '=', id).executeTakeFirst() : undefined
}

/** The person's unfinished upload of the same file, if there is one. */
export async function findSame(
  db: Kysely<Database>,
  file: SameFile,
): Promise<MultipartUploadRow | undefined> {
  return selectMultipartUploads(db, file.sellerId)
    .where('userId', '=', file.userId)
    .where('name', '=', file.name)
    .where('size', '=', file.size)
    .where('modifiedAt', '=', file.modifiedAt)
    .executeTakeFirst()
}

/** A person's unfinished uploads, oldest first. */
export async function listMultipartUploads(
  db: Kysely<Database>,
  sellerId: string,
  userId: string,
): Promise<(MultipartUploadRow & { arrived: number })[]> {
  return selectMultipartUploads(db, sellerId)
    .select(sql<number>`(select count(*) from begun_parts where upload_id = begun_uploads.id)`.as('arrived'))
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

function selectMultipartUploads(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('begunUploads')
    .selectAll('begunUploads')
    .where('sellerId', '=', sellerId)
    .where('endingAt', 'is', null)
}

/** Changes nothing if an upload of the same file has been started elsewhere. */
export async function insertMultipartUpload(
  tx: Transaction<Database>,
  pending: Insertable<Database['begunUploads']>,
): Promise<void> {
  await tx
    .insertInto('begunUploads')
    .values(pending)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records the storage's id for an upload, unless it already has one. */
export async function saveStorageId(db: Kysely<Database>, id: string, storageId: string): Promise<boolean> {
  const updated = await db
    .updateTable('begunUploads')
    .set({ storageId })
    .where('id', '=', id)
    .where('storageId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function listParts(db: Kysely<Database>, uploadId: string): Promise<StoredPart[]> {
  return db
    .selectFrom('begunParts')
    .select(['number', 'tag'])
    .where('uploadId', '=', uploadId)
    .orderBy('number')
    .execute()
}

/** Records that a part has arrived, counting repeated parts once. Returns false if the upload has ended. */
export async function insertPart(
  tx: Transaction<Database>,
  uploadId: string,
  part: StoredPart,
  at: Date,
): Promise<boolean> {
  const pending = await tx
    .updateTable('begunUploads')
    .set({ touchedAt: at })
    .where('id', '=', uploadId)
    .where('endingAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (pending === undefined) return false
  await tx
    .insertInto('begunParts')
    .values({ uploadId, ...part })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Records that an upload is still being worked on, so that it is not removed. */
export async function touchMultipartUpload(db: Kysely<Database>, id: string, at: Date): Promise<void> {
  await db.updateTable('begunUploads').set({ touchedAt: at }).where('id', '=', id).execute()
}

/** Deletes the row of an upload that is complete. Returns false if it has ended or is being canceled. */
export async function takeMultipartUpload(tx: Transaction<Database>, id: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('begunUploads')
    .where('id', '=', id)
    .where('endingAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Stops further work on an upload. Returns false if it has already ended. */
export async function markEnding(db: Kysely<Database>, id: string, at: Date): Promise<boolean> {
  const ending = await db
    .updateTable('begunUploads')
    .set({ endingAt: at })
    .where('id', '=', id)
    .where('endingAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ending !== undefined
}

export async function deleteMultipartUpload(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('begunUploads').where('id', '=', id).execute()
}

/** Uploads idle since the first time, and those without any part since the second. */
type Abandoned = { readonly rested: Date; readonly unused: Date; readonly unusedSince: Date }

export async function listAbandoned(
  db: Kysely<Database>,
  { rested, unused, unusedSince }: Abandoned,
  most: number,
): Promise<MultipartUploadRow[]> {
  return db
    .selectFrom('begunUploads')
    .selectAll()
    .where((pending) =>
      pending.or([
        pending('touchedAt', '<', rested),
        pending.and([
          pending.or([pending('touchedAt', '<', unused), pending('createdAt', '<', unusedSince)]),
          pending.not(
            pending.exists(pending.selectFrom('begunParts').whereRef('uploadId', '=', 'begunUploads.id')),
          ),
        ]),
      ]),
    )
    .orderBy('touchedAt')
    .limit(most)
    .execute()
}

/** The room needed for each upload's next part, and for all of a shop's uploads. */
const partsAhead = 2
const mostAhead = 8

/**
 * The room needed by all unfinished uploads, in bytes. Starting one costs nothing, so it reserves room only for its
 * next part, and many uploads of one shop reserve no more than that.
 */
export async function sumAhead(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from (
      select least(sum(least(greatest(size - part_size::bigint * (
        select count(*) from begun_parts where upload_id = begun_uploads.id), 0),
        ${partsAhead} * part_size::bigint)), ${mostAhead} * max(part_size)::bigint) as bytes
      from begun_uploads where ending_at is null group by seller_id) as ahead`.execute(db)
  return rows[0]?.bytes ?? 0
}
