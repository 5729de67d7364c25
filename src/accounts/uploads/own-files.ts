import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { FileAttachment } from './contract.ts'
import { findOwnFiles, findUpload } from './store.ts'

/**
 * The files that these addresses lead to, as they were stored: what a caller says of their names, sizes and types does
 * not count. Null when one of them is no file that the seller has stored.
 */
export async function readAttachments(
  db: Kysely<Database>,
  sellerId: string,
  given: readonly Pick<FileAttachment, 'url'>[],
): Promise<FileAttachment[] | null> {
  const ids = given.map(({ url }) => /^\/api\/files\/([0-9a-f-]{36})$/.exec(url)?.[1] ?? '')
  if (ids.length === 0) return []
  if (!ids.every(isId)) return null
  const stored = new Map((await findOwnFiles(db, sellerId, ids)).map((file) => [file.id, file]))
  const attachments = given.flatMap(({ url }, index) => {
    const file = stored.get(ids[index] ?? '')
    return file === undefined ? [] : [{ name: file.name, url, size: file.size, type: file.type }]
  })
  return attachments.length === given.length ? attachments : null
}

/** Whether this address is a picture that the seller has stored. */
export async function isOwnPicture(
  db: Kysely<Database>,
  sellerId: string,
  address: string,
): Promise<boolean> {
  const upload = await findUpload(db, sellerId, { path: address.replace(/^\//, '') })
  return upload?.kind === 'picture'
}
