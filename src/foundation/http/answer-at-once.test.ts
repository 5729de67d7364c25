import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createAnswersAtOnce } from './answer-at-once.ts'
import { createServer } from './server.ts'

const body = Buffer.from('ready')
const headers = { 'content-type': 'text/plain', 'content-length': String(body.length) }

/**
 * A server whose route `/page` responds with "asked". Prepared responses, which are sent before routing, say "ready".
 */
async function startServer({ isIndexed = false, size = 0, mayStop = Promise.resolve() } = {}) {
  const lines: unknown[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const observed: string[] = []
  const atOnce = createAnswersAtOnce(log, 'http://shop.test', (route) => observed.push(route))
  const large = Buffer.alloc(size)
  atOnce.add('/page', ({ url }) => {
    if (url === '/large') return { headers: { 'content-length': String(size) }, body: large, isIndexed }
    return url === '/page' ? { headers, body, isIndexed } : undefined
  })
  const server = createServer({ log, isStoreAway: () => false, atOnce })
  onTestFinished(() => server.close())
  let asked = 0
  server.addHook('preClose', () => mayStop)
  const config = { access: 'anyone' } as const
  const answer = async () => {
    asked += 1
    return 'asked'
  }
  server.all('/page', { config }, answer)
  server.get('/large', { config }, answer)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.listeningOrigin).port)
  const send = async (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`${head}\r\nconnection: close\r\n\r\n`)
    return readText(socket)
  }
  return { server, port, send, lines, observed, asked: () => asked }
}

test('prepared responses skip the routes but have an id, a log line and metrics', async () => {
  const { send, lines, observed, asked } = await startServer()
  const answer = await send('GET /page HTTP/1.1\r\nhost: shop.test')

  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nready$/)
  const id = /x-request-id: ([\w-]{36})/.exec(answer)?.[1]
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('x-robots-tag: noindex')
  const line = { reqId: id, req: { id, method: 'GET', url: '/page' }, res: { statusCode: 200 } }
  expect(lines.at(-1)).toMatchObject({ ...line, msg: 'request completed' })
  expect(observed).toEqual(['/page'])
  expect(asked()).toBe(0)
})

test('a prepared page that search engines can list has no robots header', async () => {
  const { send } = await startServer({ isIndexed: true })
  expect(await send('GET /page HTTP/1.1\r\nhost: shop.test')).not.toContain('x-robots-tag')
})

test.each([
  ['another method', 'HEAD /page HTTP/1.1\r\nhost: shop.test'],
  ['another host', 'GET /page HTTP/1.1\r\nhost: other.test'],
  [
    'a proxy that names another host',
    'GET /page HTTP/1.1\r\nhost: shop.test\r\nx-forwarded-host: other.test',
  ],
  ['a body', 'GET /page HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 0'],
])('a request with %s runs through the routes as usual', async (_, head) => {
  const { send, asked } = await startServer()
  await send(head)
  expect(asked()).toBe(1)
})

test('a client that requests a lot and reads nothing is disconnected', async () => {
  const { port, observed } = await startServer({ size: 4_000_000 })
  const socket = connect(port, '127.0.0.1')
  const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
  socket.pause()

  for (let sent = 0; sent < 50 && socket.writable; sent += 1) {
    socket.write('GET /large HTTP/1.1\r\nhost: shop.test\r\n\r\n'.repeat(10))
    await sleep(1)
  }

  await ended
  expect(observed.length).toBeLessThan(20)
})

test('a stopping server sends its remaining responses and closes the connections', async () => {
  const held = Promise.withResolvers<void>()
  const { server, port } = await startServer({ mayStop: held.promise })
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const closed = server.close()
  await sleep(20)
  socket.write('GET /page HTTP/1.1\r\nhost: shop.test\r\n\r\n')
  const answer = readText(socket)
  await sleep(50)
  held.resolve()

  expect(await answer).toMatch(/connection: close/i)
  await closed
})
