import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#registry/services.ts'
import { isShortCode } from './short-code.ts'
import { findFormOfCode } from './store.ts'

/** `GET /s/{code}`: leads to the form's payment page with the query as it came. `sendUnknown` shows that there is none. */
export function registerShortLinks(
  app: FastifyInstance,
  { db }: Services,
  sendUnknown: (reply: FastifyReply) => FastifyReply,
): void {
  app.get<{ Params: { code: string } }>(
    '/s/:code',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const code = request.params.code.toLowerCase()
      const formId = isShortCode(code) ? await findFormOfCode(db, code) : undefined
      if (formId === undefined) return sendUnknown(reply)
      const query = request.url.indexOf('?')
      const suffix = query === -1 ? '' : request.url.slice(query)
      return reply.header('cache-control', 'no-store').redirect(`/payment/${formId}${suffix}`, 302)
    },
  )
}
