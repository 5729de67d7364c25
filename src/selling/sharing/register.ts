import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SendNotice } from '#buying/checkout/page/page-reply.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { shortLinksContract } from './contract.ts'
import { leadToMended } from './mend-address.ts'
import { isShortCode, newShortCode } from './short-code.ts'
import { findCode, findFormOfCode, insertCode } from './store.ts'

export function registerSharing(
  { server, serve }: Registry,
  services: Services,
  sendNotice: SendNotice,
): void {
  serve(shortLinksContract, shortLinksHandlers(services, services.config.publicUrl))
  leadToMended(server)
  registerShortLinks(server, services, (reply) => sendNotice(reply, 'unknown'))
}

/** How many times the product draws a code until no other form has it. Only one in billions is taken. */
const draws = 3

function shortLinksHandlers({ db }: Services, publicUrl: string): Handlers<typeof shortLinksContract> {
  const codeOf = async (sellerId: string, formId: string): Promise<string> => {
    for (let draw = 0; draw <= draws; draw += 1) {
      const code = await findCode(db, sellerId, formId)
      if (code !== undefined) return code
      await insertCode(db, sellerId, formId, newShortCode())
    }
    throw new NotFound()
  }
  return {
    async getShortLink({ caller, params }) {
      if (!isId(params.id)) throw new NotFound()
      return `${publicUrl}/s/${await codeOf(caller.sellerId, params.id)}`
    },
  }
}

/** `GET /s/{code}`: redirects to the form's payment page and keeps the query. `sendUnknown` answers unknown codes. */
function registerShortLinks(
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
