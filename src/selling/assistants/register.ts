import type { FastifyRequest } from 'fastify'
import { defineFailure } from '#foundation/failures/failure.ts'
import { errorBody, type Admission } from '#foundation/http/contract/contract.ts'
import { msg } from '#foundation/language/t.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { CallApi } from './tools.ts'

const path = '/mcp'
const admission = { access: 'signed-in', right: null, isForKeys: true } as const satisfies Admission

class KeyNeeded extends defineFailure(
  'key_needed',
  401,
  msg('Send an API key in the Authorization header. Create one under Settings › Developers.'),
) {}

/**
 * Serves assistants over the Model Context Protocol: stateless, one JSON response for each message. Every action is a
 * call to our own API with the assistant's key, so its rights and limits apply.
 */
export function registerAssistants(
  { server, authorize }: Registry,
  services: Services,
  version: string,
): void {
  const { config, log } = services
  const own = new URL(config.publicUrl).origin

  server.post(
    path,
    { config: { access: 'signed-in', right: null }, schema: { hide: true } },
    async (request, reply) => {
      // A page that a person visits could otherwise reach this server through their browser.
      const { origin } = request.headers
      if (origin !== undefined && origin !== own) throw new StrangeOrigin()
      const caller = await authorize(request, admission)
      if (caller === null || caller.keyId === null) throw new KeyNeeded()
      // Loaded with the first message, because few shops use an assistant.
      const { replyTo } = await import('./serve-messages.ts')
      const answer = await replyTo(request.body, {
        caller,
        call: await callsOf(request),
        version,
        log: (tool) =>
          log.info({ key: caller.keyId, seller: caller.sellerId, tool }, 'an assistant uses a tool'),
      })
      reply.header('cache-control', 'no-store')
      if (answer === undefined) return reply.status(202).send()
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    },
  )

  // The server never sends messages of its own, and keeps no sessions to end.
  for (const method of ['GET', 'DELETE'] as const) {
    server.route({
      method,
      url: path,
      config: { access: 'anyone' },
      schema: { hide: true },
      handler: async (_request, reply) => reply.status(405).header('allow', 'POST').send(),
    })
  }

  async function callsOf({ headers, ip }: FastifyRequest): Promise<CallApi> {
    const { CallFailed } = await import('./serve-messages.ts')
    const { authorization = '', host = '' } = headers
    return async (method, route, { query = {}, body } = {}) => {
      const given = new URLSearchParams()
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) given.set(name, String(value))
      const answer = await server.inject({
        method,
        url: `/api${route}?${given.toString()}`,
        headers: { authorization, host },
        remoteAddress: ip,
        ...(body === undefined ? {} : { payload: body }),
      })
      const read: unknown = JSON.parse(answer.payload)
      if (answer.statusCode < 400) return read
      const { message, errors = {} } = errorBody.parse(read)
      const fields = Object.entries(errors).map(([field, text]) => `${field}: ${text}`)
      throw new CallFailed([message, ...fields].join('\n'))
    }
  }
}

class StrangeOrigin extends defineFailure(
  'strange_origin',
  403,
  msg('Web pages cannot call this. Use it from a program.'),
) {}
