import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { EndpointOffReason } from '#foundation/db/tables/webhook-endpoints.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { isSuccess, type Called } from './call-endpoint.ts'
import { holdEndpoint, hurry, type EndpointRow } from './delivery-store.ts'
import { notifyOfEndpoint } from './notify-of-endpoint.ts'
import { failsAfter, restAfter, strangersFailures } from './retries.ts'

/** The status of a receiver that no longer wants any events. */
const gone = 410

/**
 * Records an endpoint's response and locks the endpoint. One success makes it healthy, and its waiting events are sent.
 * Several failures in a row make it a failing endpoint, which gets single attempts with waits between them. Failures on
 * our side do not count.
 */
export async function recordHealth(
  tx: Transaction<Database>,
  id: string,
  called: readonly Called[],
  now: Date,
): Promise<void> {
  const endpoint = await holdEndpoint(tx, id)
  if (endpoint === undefined || endpoint.state === 'off') return
  const theirs = called.filter(({ failure }) => failure !== 'ours' && failure !== 'too_old')
  if (theirs.some(isSuccess)) return recordSuccess(tx, endpoint, now)
  const failures = endpoint.failures + theirs.length
  if (theirs.some(({ status }) => status === gone)) return turnOff(tx, endpoint, 'gone', now)
  if (endpoint.succeededAt === null && failures >= strangersFailures)
    return turnOff(tx, endpoint, 'never_answered', now)
  if (theirs.length === 0) return
  const rest = restAfter(failures)
  await tx
    .updateTable('webhookEndpoints')
    .set({
      failures,
      failingSince: endpoint.failingSince ?? now,
      state: failures >= failsAfter ? 'failing' : endpoint.state,
      restsUntil: rest === undefined ? null : secondsAfter(now, rest),
    })
    .where('id', '=', id)
    .execute()
}

async function recordSuccess(
  tx: Transaction<Database>,
  { id, state, failures }: EndpointRow,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({
      succeededAt: now,
      ...(failures === 0
        ? {}
        : { state: 'on', failures: 0, failingSince: null, warnedAt: null, restsUntil: null }),
    })
    .where('id', '=', id)
    .execute()
  if (state === 'failing') await hurry(tx, id, now)
}

/**
 * Turns a locked endpoint off. Its events wait to be sent when it is turned on again. Its developers are notified,
 * unless the seller turned it off.
 */
export async function turnOff(
  tx: Transaction<Database>,
  endpoint: EndpointRow,
  offReason: EndpointOffReason,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({
      state: 'off',
      offReason,
      offAfter: sql`coalesce((select max(id) from events_view), 0)`,
      restsUntil: null,
    })
    .where('id', '=', endpoint.id)
    .execute()
  if (offReason !== 'seller') await notifyOfEndpoint(tx, endpoint, 'endpoint_off', now)
}
