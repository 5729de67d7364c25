import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { startEmbeddedPostgres } from './server/embedded-postgres.ts'
import { findPostmaster, isAlive, stopPostmaster } from './embedded/postmaster.ts'
import { buildIndexes } from './migrate/build-indexes.ts'
import { migrate } from './migrate/migrate.ts'
import { runAsAdmin, urlOfDatabase, withClient } from './test-client.ts'

const folderName = /^tillform-test-(\d+)-/

/**
 * Provides a PostgreSQL server with a migrated template database for a test run: the server at DATABASE_URL, or one in
 * a temporary folder that is fast but not safe. The server starts when the first test requests a database from this
 * process's port, so that tests without one need not wait.
 */
export default async function setUp(project: TestProject) {
  let starting: Promise<Started> | undefined
  const desk = createServer((_request, response) => {
    starting ??= start()
    starting.then(
      ({ url, template }) => response.end(JSON.stringify({ url, template })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const address = await new Promise<string>((resolve) => {
    desk.listen(0, '127.0.0.1', () => {
      const bound = desk.address()
      resolve(`http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`)
    })
  })
  project.provide('testServer', address)
  return async () => {
    desk.closeAllConnections()
    desk.close()
    await (await starting?.catch(() => undefined))?.stop()
  }
}

type Started = { readonly url: string; readonly template: string; readonly stop: () => Promise<void> }

async function start(): Promise<Started> {
  await sweepKilledRuns()
  const url = process.env.DATABASE_URL ?? ''
  const server = url === '' ? await startThrowaway() : { url, stop: () => Promise.resolve() }
  const template = `tillform_test_${randomBytes(6).toString('hex')}`
  const stop = async () => {
    await dropDatabases(server.url, template)
    await server.stop()
  }
  try {
    await runAsAdmin(server.url, `create database ${template}`)
    await migrate(urlOfDatabase(server.url, template))
    await buildIndexes(urlOfDatabase(server.url, template))
    // A pooler keeps its connection open, and PostgreSQL cannot copy a database that is in use.
    await runAsAdmin(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url, template, stop }
}

async function startThrowaway() {
  const folder = await mkdtemp(join(tmpdir(), `tillform-test-${process.pid}-`))
  // Gives all users access, because the server can run as `nobody`.
  await chmod(folder, 0o711)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const log = pino({ level: 'error' })
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false })
    const stopWithProcess = await stopAtExit(folder)
    const stop = async () => {
      process.off('exit', stopWithProcess)
      await postgres.stop()
      await remove()
    }
    return { url: postgres.url, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Stops the server if a run is interrupted, because an interruption skips the usual tear-down. */
async function stopAtExit(folder: string) {
  const server = await findPostmaster({ folder: join(folder, 'postgres') })
  const stop = () => {
    if (server !== undefined) process.kill(server.pid, 'SIGQUIT')
    // Only synchronous work runs when a process exits, so this waits for the server's last writes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  return stop
}

async function dropDatabases(url: string, template: string) {
  const names = await withClient(url, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      template,
    ])
    return z.array(z.object({ datname: z.string() })).parse(rows)
  })
  for (const { datname } of names) await runAsAdmin(url, `drop database if exists ${datname} with (force)`)
}

/** Removes databases and folders left behind by killed runs. */
async function sweepKilledRuns() {
  for (const name of await readdir(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(tmpdir(), name)
    await stopPostmaster({ folder: join(folder, 'postgres') }, 2_000)
    // The folder of another user's run must not be removed.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
