import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process answers. `/health/ready`: and its store does, so it can serve. */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  // Also while all places are taken: a process that seems dead is ended by whoever supervises it.
  const config = { access: 'anyone', places: 'nowhere' } as const
  const options = { config, schema: { hide: true }, logLevel: 'silent' } as const
  let asking: Promise<boolean> | undefined
  /** However many ask, the store is asked by one at a time. */
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
