import type { FastifyInstance } from 'fastify'

/**
 * `/health/live` reports that the process responds, and `/health/ready` that its database does too, so that
 * it can serve.
 */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  // Responds even if all slots are taken, because a supervisor would kill a process that seems dead.
  const config = { access: 'anyone', places: 'nowhere' } as const
  const options = { config, schema: { hide: true }, logLevel: 'silent' } as const
  let asking: Promise<boolean> | undefined
  /** However many requests arrive, only one query at a time reaches the database. */
  const isReadyNow = () =>
    (asking ??= isReady()
      .catch(() => false)
      .finally(() => (asking = undefined)))
  app.get('/health/live', options, async () => ({ status: 'live' }))
  app.get('/health/ready', options, async (_request, reply) => {
    const ready = await isReadyNow()
    if (!ready) reply.header('retry-after', '2')
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
