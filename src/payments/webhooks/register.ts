import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import { recordFinish } from '#foundation/jobs/schedule.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Services } from '#registry/services.ts'
import { registerWebhookRoutes } from './routes.ts'
import { workOffEvents } from './work-event.ts'

/** How often events are looked for that wait to be worked off, in milliseconds; a new one is at once. */
const lookedForEvery = 1_000
/** How often it is recorded when the provider last delivered, in milliseconds: a delivery costs no statement for it. */
const recordedEvery = 10_000

export function registerWebhooks({ server, work, store }: Registry, services: PaymentServices): void {
  const nudge = work('webhooks', lookedForEvery, () => workOffEvents(services))
  work('old events', prunedEvery, () => pruneEvents(services))
  let deliveredAt: Date | undefined
  registerWebhookRoutes(server, services, {
    onDelivered: () => (deliveredAt = services.clock.now()),
    onStored: nudge,
  })
  store('last delivery', recordedEvery, async () => {
    if (deliveredAt === undefined) return 0
    const at = deliveredAt
    deliveredAt = undefined
    await recordFinish(services.db, 'webhook', at)
    return 0
  })
}

/** How long an event is kept after it was worked off: the provider delivers none again after a month. */
const retention = 90 * day

/** Deletes events 90 days after they were worked off; answers how many. */
export async function pruneEvents(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'webhookEvents', retention)
}
