import type { Registry } from '#foundation/registry.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { registerWebhooks } from './routes.ts'
import { workOffEvents } from './work-event.ts'

/** How often events are looked for that wait to be worked off, in milliseconds; a new one is at once. */
const lookedForEvery = 1_000

export function registerInbox({ server, work }: Registry, services: PaymentServices): void {
  const nudge = work('inbox', lookedForEvery, () => workOffEvents(services))
  registerWebhooks(server, services, nudge)
}
