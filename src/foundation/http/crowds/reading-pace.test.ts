// @module-tag long reads slowly
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../server.ts'

const config = { access: 'anyone' } as const
/** A response larger than the kernel's buffer for a client that does not read. */
const much = 64 * 1024 * 1024
const piece = Buffer.alloc(64 * 1024)

/** A server whose time limits for reading are short enough for a test. */
async function serve() {
  const reading = { pause: 500, leastSpeed: 4 * 1024 * 1024 }
  const server = createServer({ log: pino({ level: 'silent' }), isStoreAway: () => false, reading })
  onTestFinished(() => server.close())
  const stream = () => Readable.from(Array.from({ length: much / piece.length }, () => piece))
  server.get('/stream', { config }, async (_request, reply) => reply.send(stream()))
  server.get('/whole', { config }, async (_request, reply) => reply.send(Buffer.alloc(much)))
  server.get('/work', { config }, async () => {
    await sleep(1_500)
    return { done: true }
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (path: string) => {
    const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const ended = new Promise<string>((resolve) =>
      socket.on('close', () => resolve('cut off')).on('error', () => undefined),
    )
    return { socket, ended }
  }
}

// Proves slow-clients.
test.each(['/stream', '/whole'])('a client that reads nothing of %s is disconnected', async (path) => {
  const open = await serve()
  const { socket, ended } = open(path)
  socket.pause()
  await sleep(2_500)
  // The socket learns of the disconnection only after reading the kernel's buffer.
  socket.resume()

  expect(await ended).toBe('cut off')
  expect(socket.bytesRead).toBeLessThan(much)
})

// Proves slow-clients.
test('a client that reads too slowly is disconnected', async () => {
  const open = await serve()
  const { socket, ended } = open('/stream')
  socket.pause()
  const sips = setInterval(() => void socket.read(1_000), 50)
  onTestFinished(() => clearInterval(sips))
  await sleep(3_000)
  clearInterval(sips)
  socket.resume()

  expect(await ended).toBe('cut off')
  expect(socket.bytesRead).toBeLessThan(much)
})

test('a client that pauses still gets the whole response, and a slow route is not cut off', async () => {
  const open = await serve()
  const { socket } = open('/stream')
  const work = open('/work')
  const worked = new Promise<string>((resolve) =>
    work.socket.once('data', (answer: Buffer) => resolve(answer.toString())),
  )
  socket.pause()
  await sleep(200)
  socket.resume()

  await expect.poll(() => socket.bytesRead, { timeout: 120_000 }).toBeGreaterThan(much)
  expect(await worked).toContain('"done":true')
})
