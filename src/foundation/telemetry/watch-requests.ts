import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts and times the requests of a server, by the template of their route. Call it before its routes are registered. */
export function watchRequests(server: FastifyInstance, { requestDuration }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = request.is404 ? 'none' : (routeOptions.url ?? 'none')
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requestDuration.observe({ method: methodOf(method), route, status }, reply.elapsedTime / 1000)
    done()
  })
}

/** The same for what is answered before any hook is asked: `GET`, and always well. */
export function observeAtOnce({ requestDuration }: Metrics): (route: string, seconds: number) => void {
  return (route, seconds) => requestDuration.observe({ method: 'GET', route, status: '2xx' }, seconds)
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function methodOf(method: string): string {
  return methods.has(method) ? method : 'other'
}
