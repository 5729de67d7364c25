import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallFault } from '#faults/script.ts'
import { newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { apiVersion } from '#world.ts'
import type { Api } from './api.ts'
import { authenticate, refusePublishable } from './authenticate.ts'
import { ApiError, internalError, invalidRequest, unknownPath } from './errors.ts'
import { execute, type Answer } from './execute.ts'
import { decodeForm } from './form.ts'
import { checkKey, fingerprintOf } from './idempotency.ts'
import { errorFault, isBefore } from './injected.ts'
import { withoutCardData, type LoggedRequest } from './request-log.ts'
import { allowBrowser } from './cors.ts'

const timeoutHeldMs = 30_000

/** The outcome of a request: a response, or a connection cut without one. */
type Outcome = Answer | 'cut'

/** Serves Stripe's API at `/v1/*`. */
export function serveApi(server: FastifyInstance, api: Api): void {
  server.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: '/v1/*',
    handler: async (request, reply) => {
      const isPreflight = allowBrowser(request, reply, api.world.config.applicationOrigin)
      if (isPreflight) return reply.status(204).send()
      await handle(api, request, reply)
      return reply
    },
  })
}

async function handle(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const entry = api.requests.begin(begin(api, request))
  const fault = api.faults.nextCall(entry.method, entry.path)
  const outcome = await answerTo(api, request, reply, entry, fault)
  const isCut = outcome === 'cut'
  entry.status = isCut ? 'cut' : outcome.status
  if (isCut) {
    reply.hijack()
    request.raw.socket.destroy()
    return
  }
  await reply
    .status(outcome.status)
    .headers({ 'Request-Id': entry.id, 'Stripe-Version': apiVersion, ...outcome.headers })
    .header('Content-Type', 'application/json')
    .send(outcome.body)
}

function begin(api: Api, request: FastifyRequest): LoggedRequest {
  const account = request.headers['stripe-account']
  const key = request.headers['idempotency-key']
  return {
    id: newId('req', 14),
    created: api.world.clock.now(),
    method: request.method,
    path: new URL(request.url, 'http://sandbox').pathname,
    account: typeof account === 'string' ? account : null,
    idempotency_key: request.method === 'POST' && typeof key === 'string' ? key : null,
    status: 'running',
    params: {},
  }
}

async function answerTo(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  entry: LoggedRequest,
  fault: CallFault | undefined,
): Promise<Outcome> {
  try {
    if (fault?.kind === 'rate_limit') throw errorFault(fault)
    if (fault?.kind === 'timeout_before' || fault?.kind === 'cut_before') {
      return await loseConnection(reply, fault.kind === 'timeout_before')
    }
    return await run(api, request, reply, entry, fault)
  } catch (error) {
    if (error instanceof ApiError) return asAnswer(error)
    api.log(`${entry.method} ${entry.path}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
    return asAnswer(internalError())
  }
}

async function run(
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  entry: LoggedRequest,
  fault: CallFault | undefined,
): Promise<Outcome> {
  const { key: keyParam, ...params } = paramsOf(request)
  entry.params = withoutCardData(params)
  const caller = authenticate(api.world, request.headers, typeof keyParam === 'string' ? keyParam : undefined)
  entry.account = caller.account
  const match = api.route(entry.method, entry.path)
  if (match === undefined) throw unknownPath(entry.method, entry.path)
  if (caller.keyKind === 'publishable' && !match.operation.isPublishable) throw refusePublishable()
  const { expand, ...rest } = params
  const fingerprint = fingerprintOf(entry.method, entry.path, params)
  const call = { ...match, run: match.operation.prepare(rest), expand, caller, entry, fault, fingerprint }
  api.checker?.checkRequest(match, params)
  const key = entry.idempotency_key
  if (key === null) return await perform(api, reply, call)
  checkKey(key)
  const stored = api.keys.claim(caller.account, key, fingerprint)
  if (stored !== undefined) {
    const answer = repeated(stored)
    return fault === undefined || isBefore(fault)
      ? answer
      : await afterEffect(api, reply, entry, fault, answer, () => {})
  }
  try {
    return await perform(api, reply, call)
  } finally {
    api.keys.release(caller.account, key)
  }
}

async function perform(api: Api, reply: FastifyReply, call: Parameters<typeof execute>[1]): Promise<Outcome> {
  const { fault, entry } = call
  if (fault?.kind === 'slow') await pause(fault.ms)
  if (fault?.kind === 'hold_before' && (await held(api, reply, entry)) === 'client_gone') return 'cut'
  const { answer, deliveries } = execute(api, call)
  // The response is stored, so a retry gets it even while this one is delayed.
  if (entry.idempotency_key !== null) api.keys.release(call.caller.account, entry.idempotency_key)
  api.courier.embargo(deliveries.later)
  try {
    await api.courier.deliverNow(deliveries.beforeAnswer)
    if (fault === undefined || isBefore(fault)) return answer
    return await afterEffect(api, reply, entry, fault, answer, () => api.courier.release(deliveries.later))
  } finally {
    reply.raw.once('close', () => api.courier.release(deliveries.later))
    if (reply.raw.destroyed) api.courier.release(deliveries.later)
  }
}

/** After the effect is journaled, a fault can delay or drop the response. Events do not wait for it. */
async function afterEffect(
  api: Api,
  reply: FastifyReply,
  entry: LoggedRequest,
  fault: CallFault,
  answer: Answer,
  letEventsGo: () => void,
): Promise<Outcome> {
  letEventsGo()
  if (fault.kind === 'hold_after') {
    return (await held(api, reply, entry)) === 'client_gone' ? 'cut' : answer
  }
  return await loseConnection(reply, fault.kind === 'timeout_after')
}

async function held(api: Api, reply: FastifyReply, entry: LoggedRequest) {
  entry.status = 'held'
  const end = await api.holds.hold((gone) => reply.raw.once('close', gone))
  entry.status = 'running'
  return end
}

async function loseConnection(reply: FastifyReply, isTimeout: boolean): Promise<'cut'> {
  if (isTimeout) {
    await Promise.race([
      pause(timeoutHeldMs),
      new Promise<void>((resolve) => {
        reply.raw.once('close', resolve)
      }),
    ])
  }
  return 'cut'
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

/** POST sends a form in the body, GET and DELETE in the query string. */
function paramsOf(request: FastifyRequest): JsonObject {
  const query = new URL(request.url, 'http://sandbox').search.slice(1)
  if (typeof request.body === 'object' && request.body !== null) {
    throw invalidRequest(
      'Invalid request: the body must be form-encoded (application/x-www-form-urlencoded).',
    )
  }
  const body = typeof request.body === 'string' ? request.body : ''
  return decodeForm(request.method === 'POST' ? [query, body].filter(Boolean).join('&') : query)
}

function repeated(stored: { status: number; body: string; request_id: string }): Answer {
  const headers = { 'Idempotent-Replayed': 'true', 'Original-Request': stored.request_id }
  return { status: stored.status, body: stored.body, headers }
}

function asAnswer(error: ApiError): Answer {
  return { status: error.status, body: JSON.stringify(error.body), headers: error.headers }
}
