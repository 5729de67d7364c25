import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AllSellerData } from '#registry/seller-data.ts'

export type UploadRow = Selectable<Database['uploads']>
export type NewUpload = Insertable<Database['uploads']>

/** Where uploads are stored, and the seller data of all domains. */
type Held = { readonly db: Kysely<Database>; readonly sellerData: AllSellerData }

export async function insertUpload(tx: Transaction<Database>, upload: NewUpload): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

/**
 * How much a seller has stored, including unfinished uploads. Locked, so that simultaneous uploads of the same seller
 * wait for each other.
 */
export async function lockUsage(tx: Transaction<Database>, sellerId: string): Promise<Usage> {
  await tx
    .selectFrom('sellersView as sellers')
    .select('id')
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .execute()
  return sumUsage(tx, sellerId)
}

export type Usage = { readonly files: number; readonly bytes: number }

/** How many bytes a seller has stored, including unfinished uploads. */
export async function sumUsage(db: Kysely<Database>, sellerId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from (
      select size from uploads where seller_id = ${sellerId} and deleted_at is null
      union all
      select size from begun_uploads where seller_id = ${sellerId}
    ) as held`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

type UploadAddress = { readonly path: string } | { readonly id: string }

/** Finds an upload by its stored path or its id. Another seller's is not found. */
export async function findUpload(
  db: Kysely<Database>,
  sellerId: string,
  by: UploadAddress,
): Promise<UploadRow | undefined> {
  return selectUpload(db, sellerId, by).executeTakeFirst()
}

/**
 * Like `findUpload`, before deleting the upload. Anyone about to show or sell it has done so, or waits until the
 * transaction ends.
 */
export async function lockUpload(
  tx: Transaction<Database>,
  sellerId: string,
  by: UploadAddress,
): Promise<UploadRow | undefined> {
  return selectUpload(tx, sellerId, by).forUpdate().executeTakeFirst()
}

/** Like `findUpload`, before showing the upload. It cannot be deleted until the transaction ends. */
export async function holdUpload(
  db: Kysely<Database>,
  sellerId: string,
  by: UploadAddress,
): Promise<UploadRow | undefined> {
  return selectUpload(db, sellerId, by).forShare().executeTakeFirst()
}

function selectUpload(db: Kysely<Database>, sellerId: string, by: UploadAddress) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['path', by.path] as const)
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where(column, '=', value)
    .where('deletedAt', 'is', null)
}

/** The files a seller has stored to sell, oldest first, up to the limit. */
export async function listFiles(db: Kysely<Database>, sellerId: string): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('kind', '=', 'file')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Whether any of the seller's items, deleted or not, or a person's photo uses this URL. */
export async function isInUse({ db, sellerData }: Held, sellerId: string, url: string): Promise<boolean> {
  const { used } = await db
    .selectNoFrom(sellerData.shows(sql`${sellerId}::uuid`, sql`${url}::text`).as('used'))
    .executeTakeFirstOrThrow()
  return used
}

/** The ids among these that belong to files the seller has stored. */
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
 * Up to `most` uploads after the id `after` that are unused and were stored before `before`, or replaced by a new
 * version before `replacedBefore`. Uploads in any item of a seller, even a deleted one, or in a person's photo are in
 * use.
 */
export async function listUnused(
  { db, sellerData }: Held,
  {
    before,
    replacedBefore,
    after,
    most,
  }: {
    readonly before: Date
    readonly replacedBefore: Date
    readonly after: string
    readonly most: number
  },
): Promise<Pick<UploadRow, 'id' | 'sellerId' | 'path'>[]> {
  const url = sql<string>`case uploads.kind when 'picture' then '/' || uploads.path
    else '/api/files/' || uploads.id end`
  const isShown = sellerData.shows(sql.ref('uploads.sellerId'), url)
  return db
    .selectFrom('uploads')
    .select(['id', 'sellerId', 'path'])
    .where('deletedAt', 'is', null)
    .where((upload) =>
      upload.or([
        upload.and([upload('replacedAt', 'is', null), upload('createdAt', '<', before)]),
        upload('replacedAt', '<', replacedBefore),
      ]),
    )
    .where('id', '>', after)
    .where((where) => where.not(isShown))
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function setDeletedAt(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  deletedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ deletedAt })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .execute()
}

/**
 * Whether one of these files has been replaced or deleted. Neither can happen to the others until the transaction
 * ends.
 */
export async function isGoneSince(tx: Transaction<Database>, ids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('uploads')
    .select(['replacedAt', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.some(({ replacedAt, deletedAt }) => replacedAt !== null || deletedAt !== null)
}
