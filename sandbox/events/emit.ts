import { newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { apiVersion, platformAccount, type World } from '#world.ts'
import type { EventRecord } from './records.ts'

/** Records an event with the object's current state and queues its deliveries. */
export function emit(
  world: World,
  account: string,
  type: string,
  object: JsonObject,
  previous?: JsonObject,
): void {
  const event = world.store.events.put({
    id: newId('evt'),
    account,
    created: world.clock.now(),
    type,
    object: structuredClone(object),
    previous_attributes: previous ?? null,
    request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
  })
  for (const endpoint of world.config.webhooks) {
    if (endpoint.connect !== (account !== platformAccount)) continue
    if (endpoint.events?.includes(type) === false) continue
    for (const planned of world.eventFaults.plan(type)) {
      const delivery = world.store.deliveries.put({
        id: newId('whd'),
        event: event.id,
        url: endpoint.url,
        tries: 0,
        next_try_at: world.clock.real() + planned.delayMs,
        is_forged: planned.isForged,
      })
      const queue = planned.beforeAnswer ? 'beforeAnswer' : 'later'
      world.request?.deliveries[queue].push(delivery.id)
    }
  }
}

/** @param pendingWebhooks the number of endpoints that have not accepted the event yet */
export function renderEvent(event: EventRecord, pendingWebhooks: number): JsonObject {
  return {
    id: event.id,
    object: 'event',
    ...(event.account === platformAccount ? {} : { account: event.account }),
    api_version: apiVersion,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previous_attributes === null ? {} : { previous_attributes: event.previous_attributes }),
    },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: event.request,
    type: event.type,
  }
}
