import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasBody } from './input/gather-bodies.ts'

/** An answer of 200 that is there already, with the headers that are its own, its length among them. */
export type ReadyAnswer = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Search engines may list it. */
  readonly isIndexed: boolean
}

/** Finds what is ready for a request of a route; undefined where the route itself has to answer. It is sent. */
export type FindReady = (request: IncomingMessage) => ReadyAnswer | undefined

export type AnswersAtOnce = {
  readonly add: (route: string, find: FindReady) => void
  /** Answers a request with what is ready; false where nothing is, and nothing was done. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, base: BaseHeaders) => boolean
}

/** The headers that every answer has, by the id of its request. */
type BaseHeaders = (requestId: string) => Readonly<Record<string, string>>

/**
 * A crowd that asks for what is ready is answered before hooks and routes: these take twice as long as sending it. What they
 * would do for it is done here: it has its id, its line in the log, and is told to `observe` with its seconds. Whatever is unusual goes
 * its way through them: another method, a body, another host, a connection whose reader has not taken what was sent.
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

/** Has a server ask for what is ready before its own listener. `base`: the headers that every answer has. */
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
