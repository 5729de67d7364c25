import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { findOwnFiles, findUpload } from './store.ts'

/** Whether each of these addresses is a file that the seller has stored. */
export async function areOwnFiles(
  db: Kysely<Database>,
  sellerId: string,
  urls: readonly string[],
): Promise<boolean> {
  const ids = new Set(urls.map((url) => /^\/api\/files\/([0-9a-f-]{36})$/.exec(url)?.[1] ?? ''))
  if (ids.size === 0) return true
  if (![...ids].every(isId)) return false
  return (await findOwnFiles(db, sellerId, [...ids])).length === ids.size
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
