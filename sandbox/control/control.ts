import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { completeAccount, restrictAccount } from '#accounts/onboarding.ts'
import { renderAccount } from '#accounts/render-account.ts'
import type { Api } from '#api/api.ts'
import { ApiError } from '#api/errors.ts'
import { failPayout } from '#balance/pay-out.ts'
import { renderPayout } from '#balance/render-balance.ts'
import { beginClock, moveClock, renderClock } from '#billing/move-clock.ts'
import { faultScript } from '#faults/script.ts'
import type { JsonObject } from '#json.ts'
import { authenticate } from '#payments/authentications.ts'
import { renewCard } from '#payments/payment-methods.ts'
import { renderPaymentMethod } from '#payments/render-payment-method.ts'
import { allowBrowser } from '#api/cors.ts'
import { controlLists } from './lists.ts'

const authentication = z.strictObject({
  payment_intent: z.string().optional(),
  setup_intent: z.string().optional(),
  client_secret: z.string(),
  outcome: z.enum(['complete', 'fail']),
})

const clockMove = z.union([
  z.strictObject({ advance: z.int().min(0) }),
  z.strictObject({ to: z.int().min(0) }),
])
const clockStart = z.strictObject({ at: z.int().min(0) })

/** Serves the sandbox's own control API at `/sandbox/*`, for tests and people. Requests and responses are JSON. */
export function serveControl(server: FastifyInstance, api: Api): void {
  const { world } = api
  const { store } = world
  const change = (work: () => JsonObject) => {
    const result = store.transaction(work)
    api.courier.wake()
    return result
  }

  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/sandbox/')) return
    const isPreflight = allowBrowser(request, reply, world.config.applicationOrigin)
    if (isPreflight) await reply.status(204).send()
  })
  server.setErrorHandler(answerError)

  for (const [name, list] of Object.entries(controlLists)) {
    server.get(`/sandbox/${name}`, () => ({ data: list(world) }))
  }
  server.get('/sandbox/requests', () => ({ data: api.requests.newestFirst() }))
  server.get('/sandbox/violations', () => ({
    data: api.checker?.violations() ?? [],
    checked: api.checker !== undefined,
  }))
  server.get('/sandbox/clock', () => renderClock(world))
  server.get('/sandbox/faults', () => api.faults.script())

  server.post<{ Params: { id: string } }>('/sandbox/accounts/:id/complete', ({ params }) =>
    change(() => renderAccount(completeAccount(world, params.id))),
  )
  server.post<{ Params: { id: string } }>('/sandbox/accounts/:id/restrict', ({ params }) =>
    change(() => renderAccount(restrictAccount(world, params.id))),
  )
  server.post<{ Params: { id: string } }>('/sandbox/payouts/:id/fail', ({ params }) =>
    change(() => renderPayout(failPayout(world, params.id))),
  )
  server.post<{ Params: { id: string } }>('/sandbox/payment_methods/:id/renew', ({ params }) =>
    change(() => renderPaymentMethod(renewCard(world, params.id))),
  )
  server.post('/sandbox/authentications', ({ body }) => {
    const parsed = authentication.parse(body)
    return change(() => authenticate(world, parsed))
  })
  server.post('/sandbox/clock', ({ body }) => {
    const move = clockMove.parse(body)
    return change(() => moveClock(world, 'to' in move ? move.to : world.clock.now() + move.advance))
  })
  server.post('/sandbox/clock/begin', ({ body }) => {
    const { at } = clockStart.parse(body)
    return change(() => beginClock(world, at))
  })
  server.put('/sandbox/faults', ({ body }) => {
    const script = faultScript.parse(body)
    api.faults.setScript(script)
    return script
  })
  server.post('/sandbox/faults/release', () => ({ released: api.holds.releaseAll() }))
  server.post('/sandbox/reset', () => {
    store.reset()
    world.clock.setOffset(0)
    api.faults.setScript({ calls: [], events: [] })
    api.holds.releaseAll()
    api.requests.clear()
    return { reset: true }
  })
}

function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return reply.status(error.status).send(error.body)
  if (error instanceof z.ZodError)
    return reply.status(400).send({ error: { message: z.prettifyError(error) } })
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  return reply.status(status).send({ error: { message } })
}

function statusOf(error: unknown): number {
  const hasStatus = typeof error === 'object' && error !== null && 'statusCode' in error
  return hasStatus && typeof error.statusCode === 'number' ? error.statusCode : 500
}
