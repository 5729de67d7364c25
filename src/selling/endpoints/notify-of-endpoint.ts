import type { Transaction } from 'kysely'
import { describeNotice, type Origin } from '#accounts/identity/notify.ts'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { recordEndpointNotice } from '#selling/notifications/record-endpoint-notice.ts'
import type { EndpointRow } from './delivery-store.ts'

const bellKinds = { endpoint_failing: 'webhook_failing', endpoint_off: 'webhook_off' } as const

/**
 * Notifies the shop's developers of a webhook that fails, by email and under the bell, once per failure. About an ad
 * platform, those who may see the billing get an email.
 */
export async function notifyOfEndpoint(
  tx: Transaction<Database>,
  endpoint: Pick<EndpointRow, 'id' | 'sellerId' | 'failingSince' | 'kind'>,
  kind: 'endpoint_failing' | 'endpoint_off',
  at: Date,
): Promise<void> {
  const since = endpoint.failingSince ?? at
  const { id: endpointId, sellerId } = endpoint
  const isWebhook = endpoint.kind === 'webhook'
  if (isWebhook) await recordEndpointNotice(tx, { kind: bellKinds[kind], endpointId, sellerId, at })
  const about = `${endpointId} ${since.toISOString()}`
  const mail = { kind, about, data: { endpointId, since: since.toISOString() }, at }
  await mailMembers(tx, sellerId, mail, isWebhook ? 'developers' : 'billing')
}

/**
 * Emails the shop's developers when an API key is used to add a webhook, because someone who stole the key could do
 * that too.
 */
export async function notifyOfHook(
  tx: Transaction<Database>,
  { id: endpointId, sellerId, createdAt: at }: Pick<EndpointRow, 'id' | 'sellerId' | 'createdAt'>,
): Promise<void> {
  const data = { endpointId, since: at.toISOString() }
  await mailMembers(tx, sellerId, { kind: 'endpoint_subscribed', about: endpointId, data, at })
}

/** A change that a member made to an endpoint and that lets another person read or forge the shop's events. */
export const reportedActs = ['added', 'redirected', 'secret'] as const

type Act = {
  readonly act: (typeof reportedActs)[number]
  /** The member. */
  readonly userId: string
  readonly at: Date
  readonly origin: Origin
}

/**
 * Emails the shop's developers about such a change, because someone who stole the member's session could make it too.
 */
export async function notifyOfAct(
  tx: Transaction<Database>,
  { id: endpointId, sellerId }: Pick<EndpointRow, 'id' | 'sellerId'>,
  { act, userId: actorId, at, origin }: Act,
): Promise<void> {
  const actor = await tx
    .selectFrom('usersView as users')
    .select('name')
    .where('id', '=', actorId)
    .executeTakeFirst()
  const data = { ...describeNotice({ at, origin }), endpointId, act, makerName: actor?.name ?? '' }
  const about = `${endpointId} ${act} ${at.toISOString()}`
  await mailMembers(tx, sellerId, { kind: 'endpoint_changed', about, data, at })
}

async function mailMembers(
  tx: Transaction<Database>,
  sellerId: string,
  mail: Omit<Parameters<typeof enqueueMail>[1], 'userId' | 'recipient'>,
  entity: 'developers' | 'billing' = 'developers',
): Promise<void> {
  for (const { userId, email: recipient } of await listReadersOf(tx, sellerId, entity))
    await enqueueMail(tx, { ...mail, userId, recipient })
}
