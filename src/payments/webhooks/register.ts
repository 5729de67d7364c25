import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import { recordFinish } from '#foundation/jobs/schedule.ts'
import type { Registry } from '#registry/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { Services } from '#registry/services.ts'
import { registerWebhookRoutes } from './routes.ts'
import { workOffEvents } from './work-event.ts'

/** How often events are processed, in milliseconds. A new event is processed right away. */
const lookedForEvery = 1_000
/**
 * How often the time of the last webhook is recorded, in milliseconds, so that most webhooks cost no extra
 * SQL statement.
 */
const recordedEvery = 10_000

export function registerWebhooks({ server, work, store }: Registry, services: PaymentServices): void {
  const turn = { after: '' }
  const nudge = work('webhooks', lookedForEvery, () => workOffEvents(services, turn))
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

/** How long events are stored. Stripe never delivers an event again after a month. */
const retention = 90 * day

export async function pruneEvents(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'webhookEvents', retention)
}
