// @module-tag long starts databases as processes
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findPostmaster } from '../embedded/postmaster.ts'
import { end, launchProcess, makeFolder, readPid, startProcess } from '../embedded/test-harness.ts'
import { withClient } from '../test-client.ts'

/** A time limit that only a hanging process can reach. */
const patience = { timeout: 120_000 }

/** The process group to which a terminal sends its interrupt. */
const groupOf = (pid: number) => Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)]).toString())

const ask = (url: string, statement: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return rows.flat()
  })

const findServer = (folder: string) => findPostmaster({ folder: join(folder, 'postgres') })

// Proves embedded-database.
test('a fresh folder gets a database that syncs to disk and listens on loopback with a password', async () => {
  const folder = await makeFolder()
  const { url } = await startProcess(folder)

  expect(
    await ask(url, "select setting from pg_settings where name in ('fsync', 'listen_addresses')"),
  ).toEqual(['on', '127.0.0.1'])
  expect((await stat(join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600)
  const wrong = new URL(url)
  wrong.password = 'password'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('SIGTERM stops the server, and the next start finds its data', async () => {
  const folder = await makeFolder()
  const first = await startProcess(folder)
  await ask(first.url, 'create table kept as select 7 as amount')

  expect(await end(first.child, 'SIGTERM')).toBe(0)
  expect(await findServer(folder)).toBeUndefined()
  const second = await startProcess(folder)
  expect(await ask(second.url, 'select amount from kept')).toEqual([7])
})

// Proves embedded-database.
test('a new process takes over the server and lock of a killed one', async () => {
  const folder = await makeFolder()
  const first = await startProcess(folder)
  const server = await readPid(folder)
  await end(first.child, 'SIGKILL')

  const second = await startProcess(folder)
  expect(second.url).toBe(first.url)
  expect(await readPid(folder)).toBe(server)
  expect(await end(second.child, 'SIGTERM')).toBe(0)
  expect(await findServer(folder)).toBeUndefined()
})

// Proves embedded-database.
test('a second process on the same folder is rejected without harm to the first', async () => {
  const folder = await makeFolder()
  const first = await startProcess(folder)
  const second = await startProcess(folder)

  expect(second.message).toBe(
    `Another Tillform is running on this data directory (${folder}, process ${first.child.pid}).`,
  )
  expect(await ask(first.url, 'select 1')).toEqual([1])
})

test('exactly one of several processes starts on a fresh folder', async () => {
  const folder = await makeFolder()
  const started = await Promise.all([1, 2, 3].map(() => startProcess(folder)))

  const winners = started.filter(({ url }) => url !== '')
  expect(winners).toHaveLength(1)
  for (const { url, message } of started) {
    if (url === '') expect(message).toContain('Another Tillform is running on this data directory')
  }
  expect(await ask(winners[0]?.url ?? '', 'select 1')).toEqual([1])
})

test('a first start that was killed halfway is repeated', async () => {
  const folder = await makeFolder()
  const { child } = launchProcess(folder)
  const draft = join(folder, `postgres/data.${child.pid}/global`)
  await vi.waitFor(() => stat(draft), { ...patience, interval: 5 })
  await end(child, 'SIGKILL')

  const { url } = await startProcess(folder)
  expect(await ask(url, 'select 1')).toEqual([1])
  expect(await readdir(join(folder, 'postgres'))).toEqual(expect.arrayContaining(['data', 'password']))
})

test('a lock file left by a crash is ignored even if its process id is in use again', async () => {
  const folder = await makeFolder()
  const first = await startProcess(folder)
  const server = await readPid(folder)
  await end(first.child, 'SIGKILL')
  process.kill(server, 'SIGKILL')
  await vi.waitFor(async () => expect(await findServer(folder)).toBeUndefined(), patience)
  const lockFile = join(folder, 'postgres/data/postmaster.pid')
  const text = await readFile(lockFile, 'utf8')
  await writeFile(lockFile, text.replace(String(server), String(process.pid)))

  const second = await startProcess(folder)
  expect(await ask(second.url, 'select 1')).toEqual([1])
})

test('a crashed server is restarted at the same address', async () => {
  const folder = await makeFolder()
  const { url } = await startProcess(folder)
  const server = await readPid(folder)
  process.kill(server, 'SIGKILL')

  await vi.waitFor(async () => expect(await ask(url, 'select 1')).toEqual([1]), patience)
  expect(await readPid(folder)).not.toBe(server)
})

test('a terminal’s interrupt reaches Tillform but not the database server', async () => {
  const folder = await makeFolder()
  const { child, url } = await startProcess(folder, { detached: true })
  const group = -(child.pid ?? Number.NaN)
  process.kill(group, 'SIGINT')
  await vi.waitFor(() => expect(child.signalCode).toBe('SIGINT'), patience)

  expect(groupOf(await readPid(folder))).not.toBe(child.pid)
  expect(await ask(url, 'select 1')).toEqual([1])
})

test('a failed start reports the reason from the server’s log', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'postgres/data'), { recursive: true, mode: 0o700 })
  const { message } = await startProcess(folder)

  expect(message).toContain('The embedded PostgreSQL cannot run.')
  expect(message).toContain('could not access the server configuration file')
  expect(message).toContain('DATABASE_URL')
})
