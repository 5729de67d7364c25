import { recordAudit } from '#accounts/audit/record-audit.ts'
import { originOf } from '#accounts/identity/notify.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { found, InvalidFields } from '#foundation/failures/failure.ts'
import { may, type Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { t } from '#foundation/language/t.ts'
import { verbs } from '#foundation/rights/entities.ts'
import { includes, keyEntities, scopes as everyScope, type Scope } from '#foundation/rights/scopes.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { mostKeys, type ApiKey, type apiKeysContract } from './contract.ts'
import { TooManyKeys } from './errors.ts'
import { notifyOfKey } from './notify-of-key.ts'
import { hashOf, newKey } from './secret.ts'
import { countKeys, insertKey, listKeys, resumeKey, revokeKey, type ApiKeyRow } from './store.ts'

const day = 24 * 60 * 60

export function apiKeysHandlers({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Handlers<typeof apiKeysContract> {
  return {
    async listApiKeys({ caller }) {
      return { keys: (await listKeys(db, caller.sellerId)).map(describeKey) }
    },

    async createApiKey({ caller, body, request }) {
      refuseMore(caller, body.scopes)
      const { sellerId, userId } = caller
      const [id, at] = [newId(), clock.now()]
      const { key, prefix } = newKey(config.provider.isTestMode)
      await inTransaction(db, async (tx) => {
        if ((await countKeys(tx, sellerId)) >= mostKeys) throw new TooManyKeys()
        await insertKey(tx, {
          id,
          sellerId,
          userId,
          name: body.name,
          prefix,
          hash: hashOf(key),
          scopes: everyScope.filter((scope) => body.scopes.includes(scope)),
          createdAt: at,
          expiresAt: body.days === null ? null : secondsAfter(at, body.days * day),
          lastUsedAt: null,
          revokedAt: null,
          pausedAt: null,
        })
        await recordAudit(tx, { at, actorId: userId, sellerId, subjectId: id, action: 'keys.create' })
        await notifyOfKey(tx, { id, name: body.name, sellerId, userId, at, origin: originOf(request) })
      })
      const made = (await listKeys(db, sellerId)).find((row) => row.id === id)
      return { key, apiKey: describeKey(found(made)) }
    },

    async resumeApiKey({ caller, params }) {
      const { sellerId, userId: actorId } = caller
      const { id } = params
      const at = clock.now()
      return inTransaction(db, async (tx) => {
        const name = found(isId(id) ? await resumeKey(tx, sellerId, id) : undefined)
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'keys.resume' })
        return { name }
      })
    },

    async revokeApiKey({ caller, params }) {
      const { sellerId, userId: actorId } = caller
      const { id } = params
      const at = clock.now()
      return inTransaction(db, async (tx) => {
        const name = found(isId(id) ? await revokeKey(tx, sellerId, id, at) : undefined)
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'keys.revoke' })
        return { name }
      })
    },
  }
}

/** An API key never has a right that its maker lacks. */
function refuseMore(caller: Caller, scopes: readonly Scope[]): void {
  const isMore = keyEntities.some((entity) =>
    verbs.some((verb) => includes(scopes, { entity, verb }) && !may(caller, entity, verb)),
  )
  if (isMore) throw new InvalidFields({ scopes: t('Give the key only rights you have yourself') })
}

function describeKey({
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
  pausedAt,
  scopes,
  ...key
}: ApiKeyRow): ApiKey {
  return {
    ...key,
    scopes: everyScope.filter((scope) => scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    pausedAt: pausedAt?.toISOString() ?? null,
  }
}
