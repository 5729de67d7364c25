import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasBody } from './input/gather-bodies.ts'

/** A prepared 200 response with its own headers, including its length. */
export type ReadyAnswer = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Whether search engines can list the page. */
  readonly isIndexed: boolean
}

/** Finds the prepared response to a request, or returns undefined if the route must answer. */
export type FindReady = (request: IncomingMessage) => ReadyAnswer | undefined

export type AnswersAtOnce = {
  readonly add: (route: string, find: FindReady) => void
  /** Answers a request with a prepared response. Returns false, without any effect, if there is none. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, base: BaseHeaders) => boolean
}

/** The headers of every response, by request id. */
type BaseHeaders = (requestId: string) => Readonly<Record<string, string>>

/**
 * Sends prepared responses before hooks and routes run, which would take twice as long as sending. This does their
 * work: the id, the log line, and `observe` with the duration in seconds. Anything unusual takes the normal way:
 * another method, a body, another host, or a connection that has not read earlier responses.
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

/** Makes a server check for prepared responses before its own listener. `base` are the headers of every response. */
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
