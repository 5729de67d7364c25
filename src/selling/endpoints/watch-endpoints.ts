import type { Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { holdEndpoint } from './delivery-store.ts'
import { notifyOfEndpoint } from './notify-of-endpoint.ts'
import { turnOff } from './record-health.ts'
import { endsAfter, warnsAfter } from './retries.ts'

const batch = 50

/** Notifies sellers of endpoints that have failed for a day, and turns off those that have failed for five days. */
export async function watchEndpoints({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  await endWithKeys(db, now)
  const ended = secondsAfter(now, -endsAfter)
  const failing = await listFailing(db, now)
  for (const { id } of failing) {
    await inTransaction(db, async (tx) => {
      const endpoint = await holdEndpoint(tx, id)
      // The endpoint may have responded since it was read.
      if (endpoint === undefined || endpoint.failingSince === null || endpoint.state === 'off') return
      if (endpoint.failingSince <= ended) {
        log.info({ endpoint: id, seller: endpoint.sellerId }, 'a webhook endpoint was turned off')
        return turnOff(tx, endpoint, 'failing', now)
      }
      if (endpoint.warnedAt !== null) return
      await tx.updateTable('webhookEndpoints').set({ warnedAt: now }).where('id', '=', id).execute()
      await notifyOfEndpoint(tx, endpoint, 'endpoint_failing', now)
    })
  }
  return failing.length
}

async function listFailing(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('state', 'in', ['on', 'failing'])
    .where((row) =>
      row.or([
        row.and([row('failingSince', '<=', secondsAfter(now, -warnsAfter)), row('warnedAt', 'is', null)]),
        row('failingSince', '<=', secondsAfter(now, -endsAfter)),
      ]),
    )
    .orderBy('failingSince')
    .limit(batch)
    .execute()
}

/** Deletes the endpoints that were added with an API key once the key was revoked or has expired. */
async function endWithKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('webhookEndpoints')
    .where('keyId', 'in', (keys) =>
      keys
        .selectFrom('apiKeysView as apiKeys')
        .select('apiKeys.id')
        .where((key) => key.or([key('revokedAt', 'is not', null), key('expiresAt', '<=', now)])),
    )
    .execute()
}
