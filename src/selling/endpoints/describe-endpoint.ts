import type { Kysely } from 'kysely'
import { eventTypes } from '#foundation/events/event-types.ts'
import type { Database } from '#foundation/db/schema.ts'
import { describeThin } from '#selling/events/describe-event.ts'
import type { DeliveryState, SentEvent } from '#selling/sent-events/contract.ts'
import { isSuccess, type Called } from './call-endpoint.ts'
import type { CallResult, Delivery, Endpoint } from './contract.ts'
import type { EndpointRow } from './delivery-store.ts'
import { countByHour, countOpen, type DeliveryRow, type listOfSale } from './store.ts'

export async function describeEndpoint(db: Kysely<Database>, row: EndpointRow, now: Date): Promise<Endpoint> {
  const [open, hours] = await Promise.all([countOpen(db, row), countByHour(db, row.id, now)])
  const { id, name, url, types, formIds, isThin, state, offReason, oldSecretUntil } = row
  return {
    id,
    name,
    url,
    types: eventTypes.filter((type) => types.includes(type)),
    formIds,
    isThin,
    state,
    offReason: state === 'off' ? offReason : null,
    failingSince: row.failingSince?.toISOString() ?? null,
    succeededAt: row.succeededAt?.toISOString() ?? null,
    oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    ...open,
    hours: hours.map(({ at, ...counted }) => ({ at: at.toISOString(), ...counted })),
  }
}

export function describeCall(called: Called): CallResult {
  const { status, failure, took, text: answer } = called
  return { isAnswered: isSuccess(called), status, failure, took, answer }
}

/** Undefined for a type that this process does not know yet. */
export function describeSent(row: Awaited<ReturnType<typeof listOfSale>>[number]): SentEvent | undefined {
  const type = eventTypes.find((known) => known === row.type)
  if (type === undefined) return undefined
  const { publicId: id, happenedAt, endpointId, endpointName, kind } = row
  return {
    endpointId,
    endpointName,
    isWebhook: kind === 'webhook',
    event: { id, type, createdAt: happenedAt.toISOString() },
    state: stateOf(row, row),
    lastTry: row.tries.at(-1) ?? null,
  }
}

type Progress = Pick<DeliveryRow, 'doneAt' | 'nextAttemptAt'>

/** While an endpoint is off, no event waits for it. */
function stateOf({ doneAt, nextAttemptAt }: Progress, { state }: Pick<EndpointRow, 'state'>): DeliveryState {
  if (doneAt !== null) return 'delivered'
  return nextAttemptAt !== null && state !== 'off' ? 'waiting' : 'missed'
}

/** Undefined for a type that this process does not know yet. */
export function describeDelivery(
  row: DeliveryRow,
  { state }: Pick<EndpointRow, 'state'>,
): Delivery | undefined {
  const event = describeThin(row)
  if (event === undefined) return undefined
  const { tries } = row
  const nextAttemptAt = state === 'off' ? null : row.nextAttemptAt
  return {
    event,
    state: stateOf(row, { state }),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    tries: [...tries],
  }
}
