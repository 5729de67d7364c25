import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Grant, Rights } from '#foundation/http/contract/caller.ts'
import { may } from '#foundation/http/contract/caller.ts'
import type { Verb } from '#foundation/rights/entities.ts'
import { includes, keyEntities } from '#foundation/rights/scopes.ts'
import { secondsAfter } from '#foundation/time/clock.ts'

/** How precisely an API key's last use is recorded, in seconds. An update on every call would be too expensive. */
const exactness = 60

/** An API key's rights: its scopes, limited to what its maker can do at this moment. */
export function cutRights(maker: Rights, scopes: readonly string[]): Grant[] {
  return keyEntities.map((entity) => {
    const has = (verb: Verb) => includes(scopes, { entity, verb }) && may(maker, entity, verb)
    return { entity, read: has('read'), write: has('write'), update: has('update'), delete: has('delete') }
  })
}

/** Records that an API key was used, at most once a minute. */
export async function recordUse(
  db: Kysely<Database>,
  { keyId, lastUsedAt }: { readonly keyId: string; readonly lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now < secondsAfter(lastUsedAt, exactness)) return
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', keyId).execute()
}
