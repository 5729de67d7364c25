import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../server.ts'
import { expectRefusal } from '../contract/test-send.ts'

const log = pino({ level: 'silent' })

/** Sends only a part of a request, and returns the response when the server hangs up. */
function sendPart(port: number, part: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(part))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

// Proves slow-clients.
test.each([
  ['its headers', 'POST /take HTTP/1.1\r\nhost: localhost\r\n'],
  [
    'its body',
    'POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
  ],
])('a client that never finishes %s gets a response after the time limit', async (_, part) => {
  const server = createServer({ log, isStoreAway: () => false, patience: { headers: 200, request: 400 } })
  onTestFinished(() => server.close())
  server.post('/take', { config: { access: 'anyone' } }, async () => ({}))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(server.listeningOrigin)

  const text = await sendPart(Number(port), part)

  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expectRefusal({ text: text.slice(text.indexOf('{')) })
})

test('an upload can take longer than other requests', async () => {
  const server = createServer({ log, isStoreAway: () => false, patience: { headers: 200, request: 50 } })
  onTestFinished(() => server.close())
  server.post('/take', { config: { access: 'anyone', bodyTime: 60_000 } }, async () => ({ isTaken: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(server.listeningOrigin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'POST /take HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{',
  )
  await sleep(300)
  socket.end('}')

  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

// Proves slow-clients.
test('a client has 10 seconds to send its headers', () => {
  expect(createServer({ log, isStoreAway: () => false }).server.headersTimeout).toBe(10_000)
})
