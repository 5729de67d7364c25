import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callbackify } from 'node:util'
import { z } from 'zod'
import type { Caller } from '#foundation/http/caller.ts'
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
  const writeDown = async (
    { method, params: given, routeOptions: { config, url } }: FastifyRequest,
    caller: Caller,
  ): Promise<string> => {
    const right = config.right ?? null
    const params = named.safeParse(given)
    const auditId = await recordAudit(db, {
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
    return auditId
  }
  // Nearly all that is asked has nothing to wait for here.
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, method } = request
    if (caller?.isSupport !== true || method === 'GET' || method === 'HEAD') return done()
    callbackify(writeDown)(request, caller, (error, auditId) => {
      if (error === null) request.auditId = auditId
      done(error ?? undefined)
    })
  })
  app.addHook('onResponse', ({ auditId }, reply, done) => {
    if (auditId === null) return done()
    callbackify(setStatus)(db, auditId, reply.statusCode, (error) => done(error ?? undefined))
  })
}
