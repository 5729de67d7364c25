import { open, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnAs } from './account.ts'
import { programOf } from './binaries.ts'
import { hasCode } from './files.ts'
import { clusterOf, type Home, type Place, serverLogOf } from './home.ts'

const logLimit = 1024 * 1024

/** The contents of a running server's lock file, `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, ['EPERM'])
  }
}

/**
 * The server that is running on this cluster, if any. The lock file alone proves nothing: after a crash its process id
 * may belong to any process, and a copied folder has the process id of the original's server.
 */
export async function findPostmaster(home: Place): Promise<Postmaster | undefined> {
  const lock = await readLockFile(home)
  return lock !== undefined && (await runsIn(lock.pid, clusterOf(home))) ? lock : undefined
}

export interface Launch {
  home: Home
  port: number
  fsync: boolean
  signal?: AbortSignal
  /** Called when the server was launched and is not ready yet. */
  onLaunch?: () => void
}

/**
 * Starts a server in its own session, so that it survives the end of our process and a terminal's interrupt. Resolves
 * with its process id when it is ready, or with none if it has ended: another server was first, it failed (its log says
 * why), or the signal aborted it.
 */
export async function launchPostmaster({
  home,
  port,
  fsync,
  signal,
  onLaunch,
}: Launch): Promise<number | undefined> {
  const stale = await readLockFile(home)
  const log = await openServerLog(home)
  let stop = (): void => undefined
  try {
    signal?.throwIfAborted()
    const child = spawnAs(
      home.account,
      programOf(home.binaries, 'postgres'),
      serverArguments(home, port, fsync),
      {
        cwd: '/',
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        // If the id in an old lock file belongs to any running process, the server does not start, unless it
        // is told to ignore that process.
        env: stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale.pid) },
      },
    )
    child.on('error', () => undefined).unref()
    onLaunch?.()
    stop = () => void child.kill('SIGINT')
    signal?.addEventListener('abort', stop)
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const found = await readLockFile(home)
      if (found?.pid === child.pid && found.isReady && signal?.aborted !== true) return child.pid
      await sleep(10)
    }
    return undefined
  } finally {
    signal?.removeEventListener('abort', stop)
    await log.close()
  }
}

/**
 * Stops the server with a fast shutdown: sessions are ended, and everything is written to disk. Waits until that is
 * done.
 */
export async function stopPostmaster(home: Place, patienceMilliseconds: number): Promise<void> {
  const found = await findPostmaster(home)
  if (found === undefined) return
  process.kill(found.pid, 'SIGINT')
  const deadline = Date.now() + patienceMilliseconds
  while (await runsIn(found.pid, clusterOf(home))) {
    // An immediate shutdown loses nothing either, because the next start recovers from the log.
    if (Date.now() > deadline) return void process.kill(found.pid, 'SIGQUIT')
    await sleep(10)
  }
}

export async function readServerLogEnd(home: Place): Promise<string> {
  const text = await readFile(serverLogOf(home), 'utf8').catch(() => '')
  return text.split('\n').slice(-12).join('\n').slice(-2000)
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

function serverArguments(home: Home, port: number, fsync: boolean) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and their values must stay out of the log, because they contain what buyers typed.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // Analyzes tables often, because a plan made when the shop had few sales would read all sales for each new one.
    autovacuum_naptime: '10s',
    ...(fsync ? { fsync: 'on' } : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    '-D',
    clusterOf(home),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * The lines of the lock file: process id, data directory, start time, port, socket folder, address, memory
 * key, state.
 */
async function readLockFile(home: Place): Promise<Postmaster | undefined> {
  const text = await readFile(`${clusterOf(home)}/postmaster.pid`, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Whether a process is this cluster's server. On Linux, its working directory must be the data directory. Other systems
 * don't show that, so any live process counts.
 */
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (platform() !== 'linux') return isAlive(pid)
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster))
  } catch (error) {
    // For another user's process, root in a container can read only the command line.
    return hasCode(error, ['EACCES']) && (await wasCalledWith(pid, cluster))
  }
}

async function wasCalledWith(pid: number, cluster: string): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.split('\0').includes(cluster)
}

async function openServerLog(home: Place) {
  const file = serverLogOf(home)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  return open(file, size > logLimit ? 'w' : 'a', 0o600)
}
