import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { sentEventsContract } from '#selling/sent-events/contract.ts'
import { createCalling } from './call-endpoint.ts'
import { endpoint, endpointsContract } from './contract.ts'
import { conversionTarget, conversionsContract } from './conversions/contract.ts'
import { conversionsHandlers } from './conversions/handlers.ts'
import { deliverDue } from './deliver.ts'
import { endpointsHandlers, sentEventsHandlers } from './handlers.ts'
import { hooksContract } from './hooks-contract.ts'
import { hooksHandlers } from './hooks-handlers.ts'
import { deleteEndpointsOf, listEndpoints, listTargets } from './store.ts'
import { watchEndpoints } from './watch-endpoints.ts'
import { writeActMail, writeEndpointMail, writeHookMail } from './write-endpoint-mail.ts'

/**
 * How often the product looks for due deliveries, and for endpoints that have failed for a long time, in
 * milliseconds.
 */
const deliveredEvery = 1_000
const watchedEvery = 60_000

const exported = endpoint.pick({
  name: true,
  url: true,
  types: true,
  formIds: true,
  isThin: true,
  state: true,
})

const exportedTarget = conversionTarget.pick({ name: true, publicId: true, state: true })

/** Delivers events to sellers' programs. Returns a function that looks for due deliveries right away. */
export function registerEndpoints(
  { serve, work, writeMails, endAccount, exportAccount }: Registry,
  services: Services,
): () => void {
  const calling = createCalling(services)
  const { publicUrl } = services.config
  const deliver = work('deliveries', deliveredEvery, (stopping) =>
    deliverDue({ ...services, calling }, stopping),
  )
  work('failing endpoints', watchedEvery, () => watchEndpoints(services))
  serve(endpointsContract, endpointsHandlers(services, calling, deliver))
  serve(hooksContract, hooksHandlers(services, calling))
  serve(conversionsContract, conversionsHandlers(services, calling, deliver))
  serve(sentEventsContract, sentEventsHandlers(services))
  writeMails({
    endpoint_failing: ({ data }) => writeEndpointMail(services.db, publicUrl, data, false),
    endpoint_off: ({ data }) => writeEndpointMail(services.db, publicUrl, data, true),
    endpoint_changed: ({ data }) => writeActMail(services.db, publicUrl, data),
    endpoint_subscribed: ({ data }) => writeHookMail(services.db, publicUrl, data),
  })
  endAccount({ closeSeller: async ({ tx }, sellerId) => deleteEndpointsOf(tx, sellerId) })
  exportAccount({
    name: 'webhooks',
    entity: 'developers',
    schema: z.array(exported),
    read: async (db, sellerId) => (await listEndpoints(db, sellerId)).map((row) => exported.parse(row)),
  })
  exportAccount({
    name: 'conversions',
    entity: 'billing',
    schema: z.array(exportedTarget),
    read: async (db, sellerId) => (await listTargets(db, sellerId)).map((row) => exportedTarget.parse(row)),
  })
  return deliver
}
