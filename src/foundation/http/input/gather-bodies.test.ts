import { once } from 'node:events'
import type { FastifyRequest } from 'fastify'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../server.ts'

const config = { access: 'anyone' } as const

/**
 * A server with little memory for bodies. `/take` returns the length of a text, `/hold` waits, and `/judge` waits
 * before its body is read.
 */
async function serve() {
  const log = pino({ level: 'silent' })
  const server = createServer({ log, isStoreAway: () => false, roomForBodies: 300_000 })
  onTestFinished(() => server.close())
  let taken = 0
  server.post<{ Body: { text: string } }>('/take', { config }, async ({ body }) => {
    taken += 1
    return { length: body.text.length }
  })
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  server.all('/hold', { config }, async () => {
    taken += 1
    await held.promise
    return {}
  })
  const judge = async ({ raw }: FastifyRequest) => {
    taken += 1
    await new Promise((resolve) => raw.once('close', resolve))
  }
  let lost = 0
  const onError = async () => void (lost += 1)
  server.post('/judge', { config, onRequest: judge, onError }, async () => ({}))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.listeningOrigin).port)
  const begin = (length: string, part: string) => {
    const socket = connect(port, '127.0.0.1')
    const head = ['POST /take HTTP/1.1', 'host: localhost', 'content-type: application/json', length]
    socket.write(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n${part}`)
    return { end: (rest: string) => socket.write(rest), answer: readText(socket) }
  }
  /** Pipelines requests over a single connection. */
  const pipeline = (...requests: string[]) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined).resume()
    return socket
  }
  return { begin, pipeline, taken: () => taken, lost: () => lost, url: `${server.listeningOrigin}/take` }
}

function postOf(path: string, body: string): string {
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json']
  return `${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
}

const waits = 'GET /hold HTTP/1.1\r\nhost: localhost\r\n\r\n'

async function post(url: string, length: number): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(url, { method: 'POST', headers, body: bodyOf(length) })
  return status
}

const bodyOf = (length: number) => JSON.stringify({ text: 'x'.repeat(length) })

test('a request body sent byte by byte arrives complete', async () => {
  const { begin } = await serve()
  const byBytes = bodyOf(20_000).replaceAll(/./g, '1\r\n$&\r\n')

  const { answer } = begin('transfer-encoding: chunked', `${byBytes}0\r\n\r\n`)

  expect(await answer).toContain('{"length":20000}')
})

// Proves bounded-memory.
test('when incoming request bodies exceed the memory limit, only the largest is rejected', async () => {
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

test('a request body stops using memory once it has a response', async () => {
  const { url } = await serve()
  const headers = { 'content-type': 'application/json' }
  for (let left = 5; left > 0; left -= 1) {
    const answer = await fetch(url, { method: 'POST', headers, body: bodyOf(200_000) })
    expect(answer.status).toBe(200)
  }
})

test('a request body that waits behind a slow response stops using memory once it has its own response', async () => {
  const { pipeline, taken, url } = await serve()
  pipeline(waits, postOf('/take', bodyOf(250_000)))
  await expect.poll(taken).toBe(2)

  expect(await post(url, 250_000)).toBe(200)
})

test('a client that hangs up on pipelined responses frees the memory of their request bodies', async () => {
  const { pipeline, taken, url } = await serve()
  for (let times = 1; times <= 3; times += 1) {
    const socket = pipeline(waits, postOf('/hold', bodyOf(140_000)))
    await expect.poll(taken).toBe(2 * times)
    const gone = once(socket, 'close')
    socket.destroy()
    await gone
  }

  await expect.poll(() => post(url, 250_000)).toBe(200)
})

test('a small request body, such as a buyer’s, is accepted even when memory is used up', async () => {
  const { pipeline, taken, url } = await serve()
  pipeline(postOf('/hold', bodyOf(250_000)))
  pipeline(postOf('/hold', bodyOf(17_000)))
  await expect.poll(taken).toBe(2)

  expect(await post(url, 15_000)).toBe(200)
  expect(await post(url, 60_000)).toBe(503)
})

test('a GET request gets its response without waiting for an announced body', async () => {
  const { pipeline, taken } = await serve()
  pipeline(waits.replace('\r\n\r\n', '\r\ncontent-length: 5\r\n\r\n'))

  await expect.poll(taken).toBe(1)
})

test('the server does not wait for a client that disconnects before its body is read', async () => {
  const { pipeline, taken, lost } = await serve()
  const socket = pipeline(postOf('/judge', bodyOf(1_000)).slice(0, -1))
  await expect.poll(taken).toBe(1)
  socket.destroy()

  await expect.poll(lost).toBe(1)
})
