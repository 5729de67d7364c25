import { mkdir, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { locateBinaries } from '../embedded/binaries.ts'
import { ensureCluster, readPassword } from '../embedded/cluster.ts'
import { AlreadyRunning, EmbeddedPostgresUnavailable } from '../embedded/errors.ts'
import { findHome, type Home, rememberHome } from '../embedded/home.ts'
import {
  findFreePort,
  findPostmaster,
  launchPostmaster,
  readServerLogEnd,
  stopPostmaster,
} from '../embedded/postmaster.ts'
import { connectTo, takeInstanceLock, urlOf } from '../embedded/session.ts'

/** How long a server may take for its fast shutdown, which waits for no session. */
const stopPatience = 8_000
/** How long to keep trying a server that accepts no sessions because it is starting, recovering or stopping. */
const connectPatience = 60_000
const mostLaunches = 3

export interface EmbeddedPostgres {
  /** The database URL postgres://tillform:…@127.0.0.1:PORT/tillform, which stays the same when the server restarts. */
  url: string
  /** Stops the server after everything is written to disk. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** False only for temporary databases in tests, because a power cut would ruin the data. */
  fsync?: boolean
  /** Cancels a start. A server that it has launched is stopped. */
  signal?: AbortSignal
  /** Called when a server is running or launched. The rest is only waiting. */
  onLaunch?: () => void
}

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, or takes over the server a killed process left running there. It listens
 * on loopback only. One process per data directory: an advisory lock, held on its own connection for the process's
 * life, refuses the next one. A server that ends is restarted. Throws AlreadyRunning, or EmbeddedPostgresUnavailable
 * when no server can run.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, fsync = true, signal, onLaunch = () => undefined } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const home = await findHome(dataDir, await locateBinaries())
  signal?.throwIfAborted()
  await ensureCluster(home, fsync)
  await rememberHome(dataDir, home)

  const password = await readPassword(home)
  const stopping = new AbortController()
  const wanted = { home, dataDir, password, fsync, log, signal: stopping.signal, onLaunch }
  let { port, session } = await openLockedSession(signal === undefined ? wanted : { ...wanted, signal })
  let restored = Promise.resolve()

  const watch = () => {
    session.once('end', () => {
      if (!stopping.signal.aborted) restored = restore()
    })
  }
  const restore = async () => {
    log.warn('The embedded PostgreSQL has ended our session; checking on it')
    for (let delay = 50; !stopping.signal.aborted; delay = Math.min(delay * 2, 5_000)) {
      try {
        session = (await openLockedSession({ ...wanted, port })).session
        return watch()
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'The embedded PostgreSQL is not back yet')
        await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  watch()

  return {
    url: urlOf({ port, password }),
    stop: async () => {
      stopping.abort()
      await restored
      // The server itself ends the session with the lock, so that no one can get the lock while the server is stopping.
      await stopPostmaster(home, stopPatience)
      await session.end().catch(() => undefined)
      log.info('The embedded PostgreSQL has stopped')
    },
  }
}

/**
 * Opens the embedded PostgreSQL for a command: the server of the running product, which keeps running, or one
 * started for the command, which `stop` ends.
 */
export async function borrowEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options)
  } catch (error) {
    const running = error instanceof AlreadyRunning ? await findRunning(options.dataDir) : undefined
    if (running === undefined) throw error
    return { url: running, stop: () => Promise.resolve() }
  }
}

async function findRunning(folder: string): Promise<string | undefined> {
  const home = await findHome(await realpath(folder), await locateBinaries())
  const found = await findPostmaster(home)
  return found && urlOf({ port: found.port, password: await readPassword(home) })
}

interface Wanted {
  home: Home
  dataDir: string
  password: string
  /** The port for a new server. By default a free one. */
  port?: number
  fsync: boolean
  log: EmbeddedPostgresOptions['log']
  signal: AbortSignal
  onLaunch: () => void
}

/** A session with the lock of this data directory, on a server that is started if none is running. */
async function openLockedSession(wanted: Wanted): Promise<{ port: number; session: Client }> {
  const deadline = Date.now() + connectPatience
  let launches = 0
  let ownPid: number | undefined
  for (;;) {
    const found = await findPostmaster(wanted.home)
    if (wanted.signal.aborted) {
      if (found !== undefined && found.pid === ownPid) await stopPostmaster(wanted.home, stopPatience)
      wanted.signal.throwIfAborted()
    }
    if (found !== undefined) wanted.onLaunch()
    if (found?.isReady === true) {
      const session = await connectTo({ port: found.port, password: wanted.password })
      if (session !== undefined && (await takeInstanceLock(session, wanted.dataDir))) {
        wanted.log.info(
          { pid: found.pid, port: found.port },
          launches > 0 ? 'Started the embedded PostgreSQL' : 'Took over the running embedded PostgreSQL',
        )
        return { port: found.port, session }
      }
    } else if (found === undefined) {
      if (launches === mostLaunches) throw await explainFailure(wanted.home)
      // Waits a little, because the obstacle may pass: another start, a killed server's children, or a port
      // that was just taken.
      await sleep(launches * 200)
      launches += 1
      const port = wanted.port ?? (await findFreePort())
      ownPid = await launchPostmaster({ ...wanted, port })
      continue
    }
    if (Date.now() > deadline) throw await explainFailure(wanted.home)
    await sleep(20)
  }
}

async function explainFailure(home: Home) {
  return new EmbeddedPostgresUnavailable(
    `Its log in ${home.folder} ends with:\n${await readServerLogEnd(home)}`,
  )
}
