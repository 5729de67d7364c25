import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from './server.ts'
import { expectRefusal } from './test-send.ts'

const log = pino({ level: 'silent' })

/** Sends this much of a request and no more; answers what comes back until the server hangs up. */
function sendPart(port: number, part: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(part))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

test.each([
  ['its headers', 'POST /take HTTP/1.1\r\nhost: localhost\r\n'],
  [
    'its body',
    'POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  ],
])('a client that never ends %s is told so soon after its time is over', async (_, part) => {
  const server = createServer({ log, isStoreAway: () => false, patience: { headers: 200, request: 400 } })
  onTestFinished(() => server.close())
  server.post('/take', { config: { access: 'anyone' } }, async () => ({}))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(server.listeningOrigin)

  const text = await sendPart(Number(port), part)

  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expectRefusal({ text: text.slice(text.indexOf('{')) })
})

test('a client has 10 seconds for its headers and 30 for the whole request', () => {
  const { server } = createServer({ log, isStoreAway: () => false })

  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
})
