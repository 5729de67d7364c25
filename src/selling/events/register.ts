import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { collectEvents } from './collect-events.ts'
import { eventsContract } from './contract.ts'
import { eventsHandlers } from './handlers.ts'

/** How often new events are collected, in milliseconds. */
const collectedEvery = 2_000
const retention = 90 * day

/** What happened in a shop, for its seller's programs. */
export function registerEvents({ serve, work }: Registry, services: Services): void {
  serve(eventsContract, eventsHandlers(services))
  work('events', collectedEvery, () => collectEvents(services, async () => undefined))
  work('old events', prunedEvery, () => pruneOld(services, 'events', retention))
}
