import type { Kysely } from 'kysely'
import { isId } from '#db/new-id.ts'
import type { Database } from '#db/schema.ts'
import { findOwnFiles } from './store.ts'

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
