import type { FastifyInstance } from 'fastify'
import { BadSignature } from '#foundation/card-provider/errors.ts'
import type { ProviderEvent } from '#foundation/card-provider/webhooks.ts'
import type { Services } from '#registry/services.ts'
import { untilSettled } from '#payments/purchases/settle/settle-purchase.ts'
import { webhookPaths } from './used-events.ts'
import { storeEvent, type Stored } from './store.ts'
import { isUsed, paidBy } from './work-event.ts'

const bodyLimit = 1024 * 1024

/**
 * Receives Stripe's webhooks from the platform's own account and from connected accounts, each with its own
 * secrets. The signature is checked over the raw bytes, and the event is stored by its id before the
 * response. Then `onStored` has it processed. `onDelivered` is called for every valid event. Unused events
 * are not stored.
 */
export function registerWebhookRoutes(
  app: FastifyInstance,
  services: Services,
  { onDelivered, onStored }: { readonly onDelivered: () => void; readonly onStored: () => void },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    for (const [endpoint, path] of [
      ['platform', webhookPaths.platform],
      ['connect', webhookPaths.connect],
    ] as const) {
      const config = { access: 'anyone', places: 'webhooks' } as const
      const options = { bodyLimit, config, schema: { hide: true } } as const
      scope.post(path, options, async (request, reply) => {
        const { body } = request
        const signature = request.headers['stripe-signature']
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new BadSignature()
        const event = services.provider.readEvent(body, signature, endpoint)
        const isOurs =
          isFor(endpoint, event, services.config.provider.isTestMode) && isUsed(event.type, event.account)
        const stored = isOurs ? await store(services, event) : null
        request.log.info(
          { event: event.id, type: event.type, account: event.account, isOurs, stored },
          'webhook received',
        )
        services.metrics.webhooks.inc({ endpoint })
        onDelivered()
        if (stored === 'done') services.metrics.webhookEvents.inc({ outcome: 'done' })
        if (stored === 'due') onStored()
        return reply.status(200).send({ received: true })
      })
    }
  })
}

/**
 * Whether an event belongs to its endpoint and to our mode. Each endpoint has its own secret, which is valid
 * only for its own kind of account. https://docs.stripe.com/connect/webhooks
 */
function isFor(endpoint: 'platform' | 'connect', event: ProviderEvent, isTestMode: boolean): boolean {
  return (event.account === null) === (endpoint === 'platform') && event.isTest === isTestMode
}

/**
 * Handles an event as a part of the purchase's trace if it is about the purchase's payment. Often the response to the
 * payment is still being recorded. Then this waits for that, and the event needs nothing more than to be stored.
 */
async function store(services: Services, event: ProviderEvent): Promise<Stored> {
  const paidId = paidBy(event)
  if (paidId !== null) await untilSettled(paidId)
  const facts = { 'tillform.event': event.id, 'tillform.type': event.type }
  return services.tracer.ofPurchase(paidId, 'webhook.store', facts, async (setFacts) => {
    const stored = await storeEvent(services.db, event, paidId, services.clock.now())
    setFacts({ 'tillform.outcome': stored })
    return stored
  })
}
