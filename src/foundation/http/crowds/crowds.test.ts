// @module-tag long opens a thousand connections
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { errorBody } from '../contract/contract.ts'
import { createServer } from '../server.ts'
import { noShares, usualCrowds } from './places.ts'

const crowd = 1_000
const config = { access: 'anyone' } as const

/** Starts a server with one route that responds immediately and one that waits until released. */
async function startServer(headers: number, crowds = usualCrowds) {
  const options = { log: pino({ level: 'silent' }), isStoreAway: () => false }
  const server = createServer({ ...options, crowds, patience: { headers, request: 60_000 } })
  onTestFinished(() => server.close())
  const held = Promise.withResolvers<void>()
  let waiting = 0
  server.get('/quick', { config }, async () => ({ done: true }))
  server.get('/slow', { config }, async () => {
    waiting += 1
    await held.promise
    return { done: true }
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return { url, letGo: () => held.resolve(), waiting: () => waiting }
}

// Proves request-ceiling.
test('if a thousand requests are in progress, further clients are asked to come back later', async () => {
  const { url, letGo, waiting } = await startServer(60_000)
  const agent = new Agent({ maxSockets: crowd })
  onTestFinished(() => agent.destroy())
  const statuses = Promise.all(
    Array.from(
      { length: crowd },
      (_, index) =>
        new Promise((resolve, reject) => {
          get(
            `${url}/slow`,
            { agent, localAddress: `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}` },
            (response) => {
              response.resume()
              resolve(response.statusCode)
            },
          ).on('error', reject)
        }),
    ),
  )
  await expect.poll(waiting).toBe(crowd)
  const refused = await fetch(`${url}/quick`)
  letGo()

  expect([refused.status, errorBody.parse(await refused.json()).code]).toEqual([503, 'overloaded'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(new Set(await statuses)).toEqual(new Set([200]))
  await expect.poll(async () => (await fetch(`${url}/quick`)).status).toBe(200)
})

// Proves request-ceiling.
test('a client that pipelines too many requests is disconnected while others are served', async () => {
  const { url, letGo, waiting } = await startServer(60_000)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))

  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(2 * crowd))

  await ended
  expect(waiting()).toBeLessThan(crowd / 10)
  expect((await fetch(`${url}/quick`)).status).toBe(200)
  letGo()
})

test('pipelined requests no longer count once their client hangs up', async () => {
  const { url, waiting } = await startServer(60_000, noShares)
  let asked = 0
  while (asked < 2 * crowd) {
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(10))
      return socket
    })
    asked += 200
    await expect.poll(waiting).toBe(asked)
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve).destroy())),
    )
  }

  await expect.poll(async () => (await fetch(`${url}/quick`)).status).toBe(200)
})

// Proves slow-clients.
test('a thousand silent connections are closed and delay no other client', async () => {
  const { url } = await startServer(2_000, noShares)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  let ended = 0
  await Promise.all(
    Array.from({ length: crowd }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      sockets.push(socket)
      socket.on('close', () => (ended += 1)).on('error', () => undefined)
      socket.resume()
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write('GET /quick HTTP/1.1\r\nhost: loc')
    }),
  )

  expect((await fetch(`${url}/quick`)).status).toBe(200)
  await expect.poll(() => ended).toBe(crowd)
})
