import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from './server.ts'

/** A server that answers how long a text is, with room for few bodies. */
async function serve() {
  const log = pino({ level: 'silent' })
  const server = createServer({ log, isStoreAway: () => false, roomForBodies: 300_000 })
  onTestFinished(() => server.close())
  server.post<{ Body: { text: string } }>('/take', { config: { access: 'anyone' } }, async ({ body }) => ({
    length: body.text.length,
  }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.listeningOrigin).port)
  const begin = (length: string, part: string) => {
    const socket = connect(port, '127.0.0.1')
    const head = ['POST /take HTTP/1.1', 'host: localhost', 'content-type: application/json', length]
    socket.write(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n${part}`)
    return { end: (rest: string) => socket.write(rest), answer: readText(socket) }
  }
  return { begin, url: `${server.listeningOrigin}/take` }
}

const bodyOf = (length: number) => JSON.stringify({ text: 'x'.repeat(length) })

test('a body that comes byte by byte arrives whole', async () => {
  const { begin } = await serve()
  const byBytes = bodyOf(20_000).replaceAll(/./g, '1\r\n$&\r\n')

  const { answer } = begin('transfer-encoding: chunked', `${byBytes}0\r\n\r\n`)

  expect(await answer).toContain('{"length":20000}')
})

test('where bodies on their way take too much, the largest is refused and the others arrive', async () => {
  const { begin, url } = await serve()
  const [large, larger] = [bodyOf(100_000), bodyOf(250_000)]
  const waiting = begin(`content-length: ${large.length}`, large.slice(0, -1))
  const greedy = begin(`content-length: ${larger.length}`, larger.slice(0, -1))

  expect(await greedy.answer).toMatch(/^HTTP\/1\.1 503 [^]*"overloaded"/)
  const headers = { 'content-type': 'application/json' }
  const small = await fetch(url, { method: 'POST', headers, body: bodyOf(2_000) })
  expect(await small.json()).toEqual({ length: 2_000 })
  waiting.end(large.slice(-1))
  expect(await waiting.answer).toContain('{"length":100000}')
})

test('what was answered takes no room any more', async () => {
  const { url } = await serve()
  const headers = { 'content-type': 'application/json' }
  for (let left = 5; left > 0; left -= 1) {
    const answer = await fetch(url, { method: 'POST', headers, body: bodyOf(200_000) })
    expect(answer.status).toBe(200)
  }
})
