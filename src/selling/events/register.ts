import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { collectEvents } from './collect-events.ts'
import type { CollectedEvent } from './collected-event.ts'
import { eventsContract } from './contract.ts'
import { eventsHandlers } from './handlers.ts'

/** How often new events are collected, in milliseconds. */
const collectedEvery = 2_000
const retention = 90 * day

/** Called with new events in the transaction that stores them, and afterwards. */
export type EventReaders = {
  readonly planDeliveries: (
    tx: Transaction<Database>,
    events: readonly CollectedEvent[],
    now: Date,
  ) => Promise<void>
  readonly deliver: () => void
}

/** Events in a shop, for its seller's programs. */
export function registerEvents(
  { serve, work }: Registry,
  services: Services,
  { planDeliveries, deliver }: EventReaders,
): void {
  serve(eventsContract, eventsHandlers(services))
  work('events', collectedEvery, async () => {
    const collected = await collectEvents(services, (tx, events) =>
      planDeliveries(tx, events, services.clock.now()),
    )
    if (collected > 0) deliver()
    return collected
  })
  work('old events', prunedEvery, () => pruneOld(services, 'events', retention))
}
