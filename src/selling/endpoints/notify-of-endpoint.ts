import type { Transaction } from 'kysely'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { EndpointRow } from './delivery-store.ts'

/** Emails the shop's developers about an endpoint that fails, once per failure. */
export async function notifyOfEndpoint(
  tx: Transaction<Database>,
  endpoint: Pick<EndpointRow, 'id' | 'sellerId' | 'failingSince'>,
  kind: 'endpoint_failing' | 'endpoint_off',
  at: Date,
): Promise<void> {
  const since = endpoint.failingSince ?? at
  for (const { userId, email } of await listReadersOf(tx, endpoint.sellerId, 'developers')) {
    await enqueueMail(tx, {
      kind,
      userId,
      about: `${endpoint.id} ${since.toISOString()}`,
      data: { endpointId: endpoint.id, since: since.toISOString() },
      recipient: email,
      at,
    })
  }
}
