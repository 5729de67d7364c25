import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { runAs } from '#foundation/db/embedded/account.ts'
import { locateBinaries } from '#foundation/db/embedded/binaries.ts'
import { ensureCluster, readPassword } from '#foundation/db/embedded/cluster.ts'
import { clusterOf, findHome, type Home } from '#foundation/db/embedded/home.ts'
import { findPostmaster, launchPostmaster, stopPostmaster } from '#foundation/db/embedded/postmaster.ts'
import { connectTo, urlOf } from '#foundation/db/embedded/session.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { until } from './until.ts'

/** Two PostgreSQL servers with synchronous replication: every commit is on both. */
export type Pair = {
  /** The database URL with both hosts, the initial standby first. */
  readonly url: string
  /** Runs a statement on the primary server. */
  readonly ask: (sql: string) => Promise<void>
  /** Ends the primary as if its machine were lost: kills all its processes with `kill -9`. */
  readonly killPrimary: () => Promise<void>
  /** Promotes the standby, which then has no standby of its own. The old primary keeps running unless it was killed. */
  readonly promoteStandby: () => Promise<void>
  /** Stops the rest of the old primary and makes it a standby from a copy of the other server. */
  readonly rebuildStandby: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Node = { readonly home: Home; readonly port: number; readonly password: string }

/**
 * Keeps enough of the log for a new standby, and lets a standby that lost its primary be promoted without
 * waiting five seconds. A killed server's leftovers stay in its own folder.
 */
const settings = `
wal_keep_size = 1GB
wal_retrieve_retry_interval = 1s
dynamic_shared_memory_type = mmap
include_if_exists 'follow.conf'
include_if_exists 'synchronous.conf'
`

export async function openPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'tillform-pair-'))
  // Gives all users access, because the server must run as `nobody`.
  await chmod(folder, 0o711)
  const binaries = await locateBinaries()
  const [home, otherHome] = [
    await findHome(join(folder, 'one'), binaries),
    await findHome(join(folder, 'two'), binaries),
  ]
  await ensureCluster(home, false)
  // All copies of the database have the same password.
  const password = await readPassword(home)
  let primary: Node = { home, port: await freePort(), password }
  let standby: Node = { home: otherHome, port: await freePort(), password }

  const rebuildStandby = async (): Promise<void> => {
    await killServer(standby)
    await copyServer(primary, standby)
    await launchPostmaster({ ...standby, fsync: true })
    await until('the standby to follow', () => isFollowed(primary, `state = 'streaming'`))
    await setSynchronous(primary, '*')
    await until('the standby to be waited for', () => isFollowed(primary, `sync_state = 'sync'`))
  }
  const stop = async (): Promise<void> => {
    for (const node of [standby, primary]) await stopPostmaster(node.home, 10_000)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await appendFile(join(clusterOf(home), 'postgresql.conf'), settings)
    await launchPostmaster({ home, port: primary.port, fsync: true })
    await until('the database to be there', async () => {
      const session = await connectTo(primary)
      await session?.end()
      return session
    })
    await rebuildStandby()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: urlOf(primary).replace('@', `@127.0.0.1:${standby.port},`),
    ask: async (sql) => void (await askNode(primary, sql)),
    killPrimary: () => killServer(primary),
    async promoteStandby() {
      // A primary without a standby must not wait for one.
      await setSynchronous(standby, '')
      await askNode(standby, 'select pg_promote()')
      ;[primary, standby] = [standby, primary]
    },
    rebuildStandby,
    stop,
  }
}

async function killServer({ home }: Node): Promise<void> {
  const found = await findPostmaster(home)
  if (found === undefined) return
  // Stops the main process first, so that the server starts no others while they are killed.
  process.kill(found.pid, 'SIGSTOP')
  const children = await readFile(`/proc/${found.pid}/task/${found.pid}/children`, 'utf8')
  for (const pid of [...children.trim().split(' ').filter(Boolean).map(Number), found.pid]) {
    process.kill(pid, 'SIGKILL')
  }
  await until('the server to be gone', async () =>
    (await findPostmaster(home)) === undefined ? true : undefined,
  )
}

/**
 * Copies the files as PostgreSQL's manual describes in "Making a Base Backup Using the Low Level API",
 * because no npm package contains the programs for it.
 */
async function copyServer(from: Node, to: Node): Promise<void> {
  const target = clusterOf(to.home)
  await rm(target, { recursive: true, force: true })
  const session = await connect(from)
  try {
    await session.query(`select pg_backup_start('standby', fast => true)`)
    const script = 'cp -a "$0" "$1"; cd "$1" && rm -rf postmaster.* pg_wal/0* synchronous.conf'
    const { output } = await runAs(to.home.account, '/bin/sh', ['-c', script, clusterOf(from.home), target])
    // Files that the server removes during the copy are not needed.
    const complaints = output
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('No such file or directory'))
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    const { rows } = await session.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '')
  } finally {
    await session.end()
  }
  const { port, password } = from
  const source = `host=127.0.0.1 port=${port} user=tillform password=${password}`
  await writeFile(join(target, 'follow.conf'), `primary_conninfo = '${source}'\n`)
  await writeFile(join(target, 'standby.signal'), '')
}

/** Sets the standby that each commit waits for, or none if `names` is empty. */
async function setSynchronous(node: Node, names: string): Promise<void> {
  const file = join(clusterOf(node.home), 'synchronous.conf')
  await writeFile(file, `synchronous_standby_names = '${names}'\n`)
  await askNode(node, 'select pg_reload_conf()')
}

async function isFollowed(node: Node, condition: string): Promise<true | undefined> {
  return (await askNode(node, `select from pg_stat_replication where ${condition}`)) > 0 ? true : undefined
}

/** Runs a statement and returns its number of rows. */
async function askNode(node: Node, sql: string): Promise<number> {
  const session = await connect(node)
  try {
    return (await session.query(sql)).rowCount ?? 0
  } finally {
    await session.end()
  }
}

async function connect(node: Node): Promise<Client> {
  const client = new Client({ connectionString: urlOf(node) })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
