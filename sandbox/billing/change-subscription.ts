import { emit } from '#events/emit.ts'
import type { Json, JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import type { SubscriptionRecord } from './records.ts'
import { renderSubscription } from './render-subscription.ts'

/** Changes a subscription and emits an event with the previous values. */
export function changeSubscription(
  world: World,
  before: SubscriptionRecord,
  changes: Partial<SubscriptionRecord>,
): SubscriptionRecord {
  const old = renderSubscription(world, before)
  const changed = world.store.subscriptions.put({ ...before, ...changes })
  const now = renderSubscription(world, changed)
  emit(world, changed.account, 'customer.subscription.updated', now, differences(old, now))
  return changed
}

/** The old values of all fields that changed. */
function differences(old: JsonObject, now: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(old).filter(([field, value]) => !isSame(value, now[field])))
}

/** Whether the status can never change again. */
export function hasEnded({ status }: SubscriptionRecord): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
