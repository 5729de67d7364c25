import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callbackify } from 'node:util'
import { z } from 'zod'
import { findMembership } from '#accounts/people/change-membership.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Entity } from '#foundation/rights/entities.ts'
import type { Services } from '#registry/services.ts'
import { recordAudit } from './record-audit.ts'
import { hasEntrySince, setStatus } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The audit log entry of this request. */
    auditId: string | null
  }
}

const named = z.object({ id: z.string() })
const filters = z.object({ user: z.string().optional(), role: z.string().optional() })

/** Routes that read data about buyers and purchases. */
const personal: ReadonlySet<Entity> = new Set(['sales', 'customers', 'withdrawals', 'files'])
/** Routes on which `recordSupportView` records each view of a single buyer or purchase. */
const recordedEachTime: ReadonlySet<Entity> = new Set(['sales', 'customers'])

/** How long the same read is recorded only once, in seconds. */
const recordedOncePer = 10 * 60

/**
 * Records every change that support staff make to another seller's data. The entry is written before the change, so
 * that none is missing, and its outcome is added afterwards. Reads of buyers' data are recorded before the response,
 * but a list or file only once in ten minutes, whatever the page. Must be called before the routes are registered.
 */
export function registerSupportLog(app: FastifyInstance, { db, clock, log }: Services): void {
  app.decorateRequest('auditId', null)
  const recordCall = async (
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
  const sellerOfUser = async (userId: string | undefined): Promise<string | null> =>
    userId === undefined ? null : ((await findMembership(db, userId))?.sellerId ?? null)

  const recordRead = async (
    entity: Entity,
    { params: given, query }: FastifyRequest,
    { userId: actorId, sellerId }: Caller,
  ): Promise<void> => {
    const id = named.safeParse(given).data?.id
    const { user, role } = filters.parse(query ?? {})
    // If this is not an id, the route itself rejects it.
    if (id === undefined && user !== undefined && !isId(user)) return
    const look =
      id === undefined
        ? { actorId, action: `${entity}.list`, sellerId: await sellerOfUser(user), after: role ?? null }
        : { actorId, action: `${entity}.read`, sellerId, subjectId: id }
    const at = clock.now()
    if (await hasEntrySince(db, look, secondsAfter(at, -recordedOncePer))) return
    await recordAudit(db, { at, ...look })
  }
  // Almost all requests have nothing to record, so they skip the wait.
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, method, routeOptions } = request
    if (caller?.isSupport !== true || method === 'HEAD') return done()
    if (method === 'GET') {
      const entity = routeOptions.config.right?.entity
      if (entity === undefined || !personal.has(entity)) return done()
      if (recordedEachTime.has(entity) && named.safeParse(request.params).success) return done()
      callbackify(recordRead)(entity, request, caller, (error) => done(error ?? undefined))
      return
    }
    callbackify(recordCall)(request, caller, (error, auditId) => {
      if (error === null) request.auditId = auditId
      done(error ?? undefined)
    })
  })
  app.addHook('onResponse', ({ auditId }, reply, done) => {
    if (auditId === null) return done()
    callbackify(setStatus)(db, auditId, reply.statusCode, (error) => done(error ?? undefined))
  })
}
