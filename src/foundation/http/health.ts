import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process answers. `/health/ready`: and its store does, so it can serve. */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true }, logLevel: 'silent' } as const
  app.get('/health/live', options, async () => ({ status: 'live' }))
  app.get('/health/ready', options, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    if (!ready) reply.header('retry-after', '2')
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}
