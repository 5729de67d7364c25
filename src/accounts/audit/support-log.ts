import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { actionOf } from '#foundation/http/entities.ts'
import type { Parts } from '#foundation/parts.ts'
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
export function registerSupportLog(app: FastifyInstance, { db, clock, log }: Parts): void {
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { caller, method } = request
    if (caller?.isSupport !== true || method === 'GET' || method === 'HEAD') return
    const path = (request.routeOptions.url ?? '').replace(/^\/api/, '')
    const action = actionOf(method, path)
    const params = named.safeParse(request.params)
    request.auditId = await recordAudit(db, {
      at: clock.now(),
      actorId: caller.userId,
      action: action ? `${action.entity}.${action.verb}` : `${method} ${path}`,
      sellerId: caller.sellerId,
      ...(params.success ? { subjectId: params.data.id } : {}),
    })
    log.info({ user: caller.userId, seller: caller.sellerId, ...action }, 'changes another seller’s')
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.auditId !== null) await setStatus(db, request.auditId, reply.statusCode)
  })
}
