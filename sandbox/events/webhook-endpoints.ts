import { z } from 'zod'
import { asList } from '#api/list.ts'
import { operation, type Operation } from '#api/operation.ts'
import { pagination } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { apiVersion, applicationId, type WebhookEndpoint } from '#world.ts'

/** The webhook endpoints that the sandbox was started with. */
const list = operation({
  method: 'GET',
  path: '/v1/webhook_endpoints',
  params: z.strictObject(pagination),
  run: ({ world, path }) => asList(world.config.webhooks.map(render), false, path),
})

function render({ url, connect, events = ['*'] }: WebhookEndpoint, index: number): JsonObject {
  return {
    id: `we_sandbox${index + 1}`,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: connect ? applicationId : null,
    created: 0,
    description: null,
    enabled_events: [...events],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}

export const webhookEndpointOperations: Operation[] = [list]
