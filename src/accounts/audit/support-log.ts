import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '#foundation/services.ts'
import { recordAudit } from './record-audit.ts'
import { setStatus } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The entry of the audit log that tells of this call. */
    auditId: string | null
  }
}

const named = z.object({ id: z.string() })

/**
 * Writes down every change that somebody makes to another seller's things: before it is made, so that none is missing
 * however it ends, and afterwards what it was answered. Call it before the routes are registered.
 */
export function registerSupportLog(app: FastifyInstance, { db, clock, log }: Services): void {
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { caller, method } = request
    if (caller?.isSupport !== true || method === 'GET' || method === 'HEAD') return
    const { config, url } = request.routeOptions
    const right = config.right ?? null
    const params = named.safeParse(request.params)
    request.auditId = await recordAudit(db, {
      at: clock.now(),
      actorId: caller.userId,
      action: right ? `${right.entity}.${right.verb}` : `${method} ${(url ?? '').replace(/^\/api/, '')}`,
      sellerId: caller.sellerId,
      ...(params.success ? { subjectId: params.data.id } : {}),
    })
    log.info(
      { user: caller.userId, seller: caller.sellerId, entity: right?.entity, verb: right?.verb },
      'changes another seller’s',
    )
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.auditId !== null) await setStatus(db, request.auditId, reply.statusCode)
  })
}
