import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Grant, Rights } from '#foundation/http/contract/caller.ts'
import { may } from '#foundation/http/contract/caller.ts'
import type { Route } from '#foundation/http/contract/contract.ts'
import type { Verb } from '#foundation/rights/entities.ts'
import { includes, isOpenToKeys, keyEntities } from '#foundation/rights/scopes.ts'
import { secondsAfter } from '#foundation/time/clock.ts'

/** How exactly the last use is recorded, in seconds: a statement for each call would be too many. */
const exactness = 60

/**
 * Whether a route can be called by key at all. Lasting acts ask a person for proof, so they are closed, as is all that
 * concerns the person or what has no right of a shop.
 */
export function isOpenRoute({
  right = null,
  isPersonal,
  proof,
}: Pick<Route, 'right' | 'isPersonal' | 'proof'>): boolean {
  return right !== null && isPersonal !== true && proof === undefined && isOpenToKeys(right.entity)
}

/** A key's rights: its scopes, as far as its maker has them at this moment. */
export function cutRights(maker: Rights, scopes: readonly string[]): Grant[] {
  return keyEntities.map((entity) => {
    const has = (verb: Verb) => includes(scopes, { entity, verb }) && may(maker, entity, verb)
    return { entity, read: has('read'), write: has('write'), update: has('update'), delete: has('delete') }
  })
}

/** Records that a key was used, once a minute. */
export async function recordUse(
  db: Kysely<Database>,
  { keyId, lastUsedAt }: { readonly keyId: string; readonly lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (lastUsedAt !== null && now < secondsAfter(lastUsedAt, exactness)) return
  await db.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', keyId).execute()
}
