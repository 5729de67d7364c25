import { Agent, request } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createServer } from './server.ts'

test('a stopping server finishes running requests without waiting for idle connections', async () => {
  const server = createServer({ log: pino({ level: 'silent' }), isStoreAway: () => false })
  const config = { access: 'anyone' } as const
  let arrived = 0
  const stopping = Promise.withResolvers<void>()
  server.addHook('preClose', async () => stopping.resolve())
  server.get('/slow', { config }, async () => {
    arrived += 1
    await stopping.promise
    return { done: true }
  })
  server.get('/quick', { config }, async () => ({ done: true }))
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      request(`${url}${path}`, { agent }, (response) => {
        response.resume()
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection }),
        )
      })
        .on('error', reject)
        .end()
    })
  const idle = await get('/quick')
  const slow = [get('/slow'), get('/slow')]
  await expect.poll(() => arrived).toBe(2)
  const stoppedAt = performance.now()
  await server.close()
  const took = performance.now() - stoppedAt
  const answers = await Promise.all(slow)
  agent.destroy()

  expect(idle).toEqual({ status: 200, connection: 'keep-alive' })
  expect(answers).toEqual([
    { status: 200, connection: 'close' },
    { status: 200, connection: 'close' },
  ])
  expect(took).toBeLessThan(1_500)
})
