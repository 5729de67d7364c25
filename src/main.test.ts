// @module-tag long starts the product as processes
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, appendFile, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'

import { startEmbeddedPostgres } from './foundation/db/server/embedded-postgres.ts'
import { findPostmaster } from './foundation/db/embedded/postmaster.ts'
import { makeFolder } from './foundation/db/embedded/test-harness.ts'
import { freePort } from './foundation/process/test-free-port.ts'

const program = join(import.meta.dirname, 'main.ts')
/** For hanging processes. */
const patience = { timeout: 120_000 }

type Product = {
  readonly child: ChildProcess
  readonly url: string
  /** Resolves once the process is ready or has ended, with its output. */
  readonly settled: Promise<string>
}

type Place = { readonly folder: string; readonly port: number; readonly sandboxPort: number }

const findPlace = async (): Promise<Place> => ({
  folder: await makeFolder(),
  port: await freePort(),
  sandboxPort: await freePort(),
})

function launch({ folder, port, sandboxPort }: Place, env: Record<string, string> = {}): Product {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DEMO: 'off',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const settled = new Promise<string>((resolve) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes('Ready in')) resolve(said)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('close', () => resolve(said))
  })
  return { child, url: `http://127.0.0.1:${port}`, settled }
}

async function end({ child }: Product, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

const isAnswering = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const person = { name: 'Ada', email: 'ada@example.com', password: 'a fine long password' }

/** Begins a request and leaves its body open. `finish` completes it. */
async function beginSignUp(url: string) {
  const body = JSON.stringify(person)
  const outgoing = request(`${url}/api/authentication/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The response to this request shows that the product has begun to read the body.
      expect: '100-continue',
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  await once(outgoing, 'continue')
  outgoing.write(body.slice(0, 10))
  return { finish: () => outgoing.end(body.slice(10)), status }
}

// Proves graceful-stop.
test('a process told to stop finishes running requests, exits with 0 and leaves nothing running', async () => {
  const place = await findPlace()
  const product = launch(place)
  const said = await product.settled
  expect(said).toContain('Ready in')
  expect(said).toContain(`(a forwarded port ${place.port} or a container)? Start it with PUBLIC_URL=`)
  expect(said).toContain(`forward port ${place.sandboxPort} to the same port number`)
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)

  const second = launch({ ...place, port: await freePort(), sandboxPort: await freePort() })
  expect(await second.settled).toBe(
    `Another Tillform is running on this data directory (${place.folder}, process ${product.child.pid ?? ''}).\n`,
  )
  await vi.waitFor(() => expect(second.child.exitCode).toBe(1), patience)

  const underWay = await beginSignUp(product.url)
  const stoppedAt = performance.now()
  const ended = end(product, 'SIGTERM')
  await vi.waitFor(async () => expect(await isAnswering(product.url)).toBe(false), patience)
  underWay.finish()

  expect(await underWay.status).toBe(201)
  expect(await ended).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  expect(await isAnswering(product.url)).toBe(false)
  expect(await isAnswering(`http://127.0.0.1:${place.sandboxPort}`)).toBe(false)
  expect(await findPostmaster({ folder: join(place.folder, 'postgres') })).toBeUndefined()
  const log = await readFile(join(place.folder, 'tillform.log'), 'utf8')
  expect(log).toContain('"msg":"started"')
  expect(log).toContain('"msg":"stopping"')
})

test('a process told to stop while it starts, however often, exits with 0, prints nothing and leaves nothing running', async () => {
  const place = await findPlace()
  const product = launch(place)
  const folder = join(place.folder, 'postgres')
  await vi.waitFor(() => access(folder), patience)
  const ended = end(product, 'SIGTERM')
  product.child.kill('SIGINT')

  expect(await ended).toBe(0)
  expect(await product.settled).toBe('')
  expect(await findPostmaster({ folder })).toBeUndefined()
  expect(await isAnswering(`http://127.0.0.1:${place.sandboxPort}`)).toBe(false)
})

test('a process told to stop while its database recovers, however long that takes, leaves nothing running', async () => {
  const place = await findPlace()
  const folder = join(place.folder, 'postgres')
  const made = await startEmbeddedPostgres({ dataDir: place.folder, log: pino({ level: 'silent' }) })
  await made.stop()
  // This process waits for a primary server that does not exist.
  await writeFile(join(folder, 'data/standby.signal'), '')
  await appendFile(join(folder, 'data/postgresql.auto.conf'), 'hot_standby = off\n')
  const product = launch(place)
  await vi.waitFor(async () => expect(await findPostmaster({ folder })).toBeDefined(), patience)

  expect(await end(product, 'SIGTERM')).toBe(0)
  expect(await findPostmaster({ folder })).toBeUndefined()
})

test('a process told to stop after it could not start exits with 1 and leaves nothing running', async () => {
  const place = await findPlace()
  const product = launch(place)
  // The port was free a moment ago.
  await vi.waitFor(() => access(join(place.folder, 'postgres')), patience)
  const other = createServer().listen(place.port)
  onTestFinished(() => void other.close())
  if (product.child.stderr === null) throw new Error('It says nothing')
  await once(product.child.stderr, 'data')

  expect(await end(product, 'SIGTERM')).toBe(1)
  expect(await product.settled).toContain('EADDRINUSE')
  expect(await findPostmaster({ folder: join(place.folder, 'postgres') })).toBeUndefined()
})

// Proves unknown-charge.
test('a killed process restarts without data loss, and an unfinished request does not keep it alive', async () => {
  const place = await findPlace()
  const killed = launch(place)
  await killed.settled
  const post = (name: string, body: object) =>
    fetch(`${killed.url}/api/authentication/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post('sign-up', person)).status).toBe(201)
  await end(killed, 'SIGKILL')

  const again = launch(place)
  expect(await again.settled).toContain('Ready in')
  const { email, password } = person
  expect((await post('sign-in', { email, password })).status).toBe(200)
  const neverFinished = await beginSignUp(again.url)
  const answer = neverFinished.status.then(String, String)
  const stoppedAt = performance.now()
  expect(await end(again, 'SIGTERM')).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(12_000)
  expect(await answer).toBe('Error: socket hang up')
})

test('an unusable configuration ends the start and is explained', async () => {
  const product = launch(await findPlace(), { NODE_ENV: 'production', PORT: 'http' })
  const said = await product.settled

  expect(product.child.exitCode).toBe(1)
  expect(said).toMatch(/^The configuration cannot be used:\n/)
  for (const name of ['PORT', 'STRIPE_SECRET_KEY', 'AUTH_SECRET', 'PUBLIC_URL']) expect(said).toContain(name)
})
