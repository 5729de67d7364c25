import type { Clock } from '#clock.ts'
import type { Store } from './store.ts'

const day = 24 * 3600
const eventRetention = 30 * day
const keyRetention = day

/** Deletes what Stripe also deletes: events after 30 days, and responses to idempotency keys after one day. */
export function prune(store: Store, clock: Clock): void {
  const now = clock.now()
  store.transaction(() => {
    const waiting = new Set([...store.deliveries.all()].map((delivery) => delivery.event))
    for (const event of store.events.all()) {
      if (event.created + eventRetention < now && !waiting.has(event.id)) store.events.delete(event.id)
    }
    for (const key of store.idempotencyKeys.all()) {
      if (key.created + keyRetention < now) store.idempotencyKeys.delete(key.id)
    }
  })
}
