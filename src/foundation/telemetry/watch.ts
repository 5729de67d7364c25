import type { FastifyInstance } from 'fastify'
import {
  CardDeclined,
  IdempotencyKeyTaken,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '#foundation/card-provider/errors.ts'
import type { ProviderWatch } from '#foundation/card-provider/transport/call.ts'
import type { Metrics } from './metrics.ts'
import type { Tracer } from './tracer.ts'

/** Counts, times and traces calls to the card provider. */
export function watchProvider(metrics: Metrics, tracer: Tracer): ProviderWatch {
  let closing: NodeJS.Timeout | undefined
  return {
    call(operation, work) {
      return tracer.span(`provider ${operation}`, { 'tillform.operation': operation }, async (setFacts) => {
        const begunAt = performance.now()
        const end = (outcome: string): void => {
          const seconds = (performance.now() - begunAt) / 1000
          metrics.providerCallDuration.observe({ operation, outcome }, seconds)
          setFacts({ 'tillform.outcome': outcome })
        }
        try {
          const result = await work()
          end('ok')
          return result
        } catch (error) {
          end(outcomeOf(error))
          throw error
        }
      })
    },
    retried: (operation) => metrics.providerRetries.inc({ operation }),
    timedOut: (operation) => metrics.providerTimeouts.inc({ operation }),
    heldBack: () => metrics.providerCallsHeldBack.inc(),
    opened(milliseconds) {
      clearTimeout(closing)
      metrics.providerBreakerOpen.set(1)
      closing = setTimeout(() => metrics.providerBreakerOpen.set(0), milliseconds).unref()
    },
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof CardDeclined) return 'declined'
  if (error instanceof ProviderRefused) return 'refused'
  if (error instanceof IdempotencyKeyTaken) return 'key_taken'
  if (error instanceof OutcomeUnknown) return 'unknown'
  if (error instanceof ProviderUnreachable) return 'unreachable'
  return 'error'
}

/**
 * Counts and times a server's requests, by the template of their route. Must be called before its routes are
 * registered.
 */
export function watchRequests(server: FastifyInstance, { requestDuration }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = request.is404 ? 'none' : (routeOptions.url ?? 'none')
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requestDuration.observe({ method: methodOf(method), route, status }, reply.elapsedTime / 1000)
    done()
  })
}

/** Counts and times prepared responses, which are sent before any hook and are always successful `GET`s. */
export function observeAtOnce({ requestDuration }: Metrics): (route: string, seconds: number) => void {
  return (route, seconds) => requestDuration.observe({ method: 'GET', route, status: '2xx' }, seconds)
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function methodOf(method: string): string {
  return methods.has(method) ? method : 'other'
}
