import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endWhenSilent, limitSilence } from './silence.ts'

/** In milliseconds. */
const limit = 50
const longer = limit * 3

/** Runs a query and then blocks the whole process, including the client, for a while. */
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (said) => {
      if (String(said) !== 'question') return
      socket.write('answer')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, longer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = z.object({ port: z.number() }).parse(server.address()).port
})
afterAll(() => void server.close())

async function open() {
  const stream = connect(port, '127.0.0.1')
  await once(stream, 'connect')
  const told: string[] = []
  stream.on('error', ({ message }) => told.push(message))
  stream.on('data', (said) => {
    told.push(String(said))
    limitSilence(stream, 0)
  })
  endWhenSilent(stream, () => told.push('told'))
  limitSilence(stream, limit)
  return { stream, told }
}

test('a connection to a silent server is closed with an error', async () => {
  const { stream, told } = await open()
  stream.write('hush')

  await expect.poll(() => told).toEqual(['told', 'Connection terminated: the database is silent'])
})

test('a response that arrives while the process is blocked does not count as silence', async () => {
  const { stream, told } = await open()
  stream.write('question')
  await expect.poll(() => told.length).toBeGreaterThan(0)
  stream.destroy()

  expect(told).toEqual(['answer'])
})

test('an idle connection can stay silent', async () => {
  const { stream, told } = await open()
  limitSilence(stream, 0)
  await pause(longer)

  expect(told).toEqual([])
  stream.destroy()
})
