import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasBody } from './input/gather-bodies.ts'

/** A prepared 200 response with its own headers, including its length. */
export type ReadyAnswer = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Search engines can list it. */
  readonly isIndexed: boolean
}

/** Finds the prepared response for a route's request; undefined when the route must answer. */
export type FindReady = (request: IncomingMessage) => ReadyAnswer | undefined

export type AnswersAtOnce = {
  readonly add: (route: string, find: FindReady) => void
  /** Responds to a request with a prepared response; false if there is none, without side effects. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, base: BaseHeaders) => boolean
}

/** Every response's headers, by request id. */
type BaseHeaders = (requestId: string) => Readonly<Record<string, string>>

/**
 * Serves prepared responses before hooks and routes, which take twice as long as sending. Their work is done here: the
 * id, the log line, and `observe` with the seconds. Anything unusual takes the normal way: another method, a body,
 * another host, a connection that has not read earlier responses.
 */
export function createAnswersAtOnce(
  log: FastifyBaseLogger,
  publicUrl: string,
  observe: (route: string, seconds: number) => void,
): AnswersAtOnce {
  const { host } = new URL(publicUrl)
  const routes = new Map<string, FindReady>()
  const find = (request: IncomingMessage) => {
    for (const [route, findReady] of routes) {
      const ready = findReady(request)
      if (ready !== undefined) return { route, ready }
    }
    return undefined
  }
  return {
    add: (route, findReady) => void routes.set(route, findReady),
    answer(request, response, base) {
      const startedAt = performance.now()
      if (request.method !== 'GET' || !isUsual(request, host)) return false
      const found = find(request)
      if (found === undefined) return false
      const { route, ready } = found
      const id = randomUUID()
      const headers = { ...base(id), ...ready.headers }
      if (ready.isIndexed) delete headers['x-robots-tag']
      response.writeHead(200, headers).end(ready.body)
      const took = performance.now() - startedAt
      observe(route, took / 1000)
      const { method, url } = request
      const facts = { reqId: id, req: { id, method, url }, res: { statusCode: 200 }, responseTime: took }
      log.info(facts, 'request completed')
      return true
    },
  }
}

function isUsual(request: IncomingMessage, host: string): boolean {
  const { headers, socket } = request
  return (
    headers.host === host &&
    (headers['x-forwarded-host'] ?? host) === host &&
    socket.writableLength === 0 &&
    !hasBody(request)
  )
}

/** Makes a server check for prepared responses before its own listener. `base`: every response's headers. */
export function answerAtOnce(
  server: Server,
  { answer }: Pick<AnswersAtOnce, 'answer'>,
  base: BaseHeaders,
): { readonly stop: () => void } {
  let isOpen = true
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (isOpen && answer(request, response, base)) return
    for (const listener of listeners) listener.call(server, request, response)
  })
  return { stop: () => void (isOpen = false) }
}
