import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigurationError } from '#foundation/config/config.ts'
import { urlOfDatabase } from '#foundation/db/test-client.ts'
import { createEmptyDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { checkStart } from './check-start.ts'

let used: Server
let port: number
let database: TestDatabase
beforeAll(async () => {
  used = createServer()
  await new Promise<void>((resolve) => used.listen(0, '127.0.0.1', resolve))
  port = z.object({ port: z.number() }).parse(used.address()).port
  database = await createEmptyDatabase()
})
afterAll(async () => {
  await new Promise((resolve) => used.close(resolve))
  await database.drop()
})

const metrics = { host: '127.0.0.1', port: undefined, token: undefined }
const free = { host: '127.0.0.1', port: 0, sandboxPort: 0, metrics }

test('the product starts with a valid configuration', async () => {
  await checkStart({ ...free, databaseUrl: database.url })
})

test('a missing database is reported at startup', async () => {
  const missing = { ...free, databaseUrl: urlOfDatabase(database.url, 'missing') }
  // The second error code is PgBouncer's.
  await expect(checkStart(missing)).rejects.toThrow(
    /^DATABASE_URL: the database cannot be reached \((3D000|08P01)\)\.$/,
  )
})

test('an undeclared PgBouncer is distinguished from an unreachable database', async () => {
  const refusal = 'SERROR\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(refusal.length + 4)
  const pooler = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)]))),
  )
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const { port: at } = z.object({ port: z.number() }).parse(pooler.address())

  const check = checkStart({ ...free, databaseUrl: `postgres://a:canary@127.0.0.1:${at}/x` })
  await expect(check).rejects.toThrow(/^DATABASE_URL: this is PgBouncer.*pgbouncer=true/)
  pooler.close()
})

test('a port in use or an unreachable database is reported before anything starts', async () => {
  const cases = [
    [{ ...free, port }, `PORT: ${port} is in use by another program.`],
    [{ ...free, metrics: { ...metrics, port } }, `METRICS_PORT: ${port} is in use by another program.`],
    [{ ...free, sandboxPort: port }, `SANDBOX_PORT: ${port} is in use by another program.`],
    [
      { ...free, databaseUrl: 'postgres://a:canary@127.0.0.1:1/x' },
      'DATABASE_URL: the database cannot be reached (ECONNREFUSED).',
    ],
  ] as const
  for (const [config, message] of cases) {
    await expect(checkStart({ databaseUrl: undefined, ...config }, 0)).rejects.toThrow(
      new ConfigurationError(message),
    )
  }
})
