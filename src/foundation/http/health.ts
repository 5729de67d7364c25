import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process answers. `/health/ready`: its store does too, so it can serve. */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  // Even when all places are taken: a supervisor ends a process that seems dead.
  const config = { access: 'anyone', places: 'nowhere' } as const
  const options = { config, schema: { hide: true }, logLevel: 'silent' } as const
  let asking: Promise<boolean> | undefined
  /** However many ask, one query at a time reaches the store. */
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
