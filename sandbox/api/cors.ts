import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets only the application's page read responses, while Stripe lets every page.
 * @returns whether this was the browser's preflight request
 */
export function allowBrowser(request: FastifyRequest, reply: FastifyReply, application: string): boolean {
  const { origin } = request.headers
  if (origin !== undefined && (origin === application || isLocal(origin))) {
    void reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers':
        'authorization, stripe-account, stripe-version, content-type, idempotency-key',
      'Access-Control-Expose-Headers': 'request-id',
      'Access-Control-Max-Age': '300',
      Vary: 'Origin',
    })
  }
  return request.method === 'OPTIONS'
}

function isLocal(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}
