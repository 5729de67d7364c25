import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../driver/unavailable.ts'
import { AlreadyRunning, EmbeddedPostgresUnavailable } from './errors.ts'

const databaseName = 'tillform'
/** Two numbers that identify this lock among the database's advisory locks. */
const lockKey = [0x7411, 0xf083]
/**
 * How long we try to get the lock. The session of a killed process ends within milliseconds, but the next process may
 * start before that.
 */
const lockPatience = 1_000

export interface Server {
  port: number
  password: string
}

export const urlOf = (server: Server, database = databaseName) =>
  `postgres://tillform:${server.password}@127.0.0.1:${server.port}/${database}`

/**
 * Opens a session on our database, which is created if it does not exist. Undefined while the server accepts
 * no sessions.
 */
export async function connectTo(server: Server): Promise<Client | undefined> {
  try {
    return await connect(server, databaseName)
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined
    const code = codeOf(error)
    if (code === '28P01' || code === '28000') {
      throw new EmbeddedPostgresUnavailable(
        `The server that runs on the data directory (port ${server.port}) does not accept the password stored there.`,
        { cause: error },
      )
    }
    if (code !== '3D000') throw error
    await createDatabase(server)
    return undefined
  }
}

/**
 * Locks the data directory for this session. False if the server went away; throws AlreadyRunning if another
 * process holds the lock.
 */
export async function takeInstanceLock(session: Client, dataDir: string): Promise<boolean> {
  const deadline = Date.now() + lockPatience
  try {
    for (;;) {
      const { rows } = await session.query('select pg_try_advisory_lock($1, $2) as taken', lockKey)
      if (z.tuple([z.object({ taken: z.boolean() })]).parse(rows)[0].taken) return true
      if (Date.now() > deadline) throw new AlreadyRunning(dataDir, await findHolder(session))
      await sleep(50)
    }
  } catch (error) {
    await session.end().catch(() => undefined)
    if (isDatabaseUnavailable(error)) return false
    throw error
  }
}

async function connect(server: Server, database: string) {
  const client = new Client({
    connectionString: urlOf(server, database),
    application_name: `tillform ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, a lost session would end the process. Every error is followed by `end`.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function createDatabase(server: Server) {
  const session = await connect(server, 'postgres')
  try {
    await session.query(`create database ${databaseName}`)
  } catch (error) {
    // Another process created the database at the same moment: duplicate_database, or its unique index.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await session.end()
  }
}

/** The id of the process that holds the lock, read from the name of its session. */
async function findHolder(session: Client): Promise<string | undefined> {
  const { rows } = await session.query(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2`,
    lockKey,
  )
  const found = z.array(z.object({ name: z.string() })).parse(rows)
  return found[0]?.name.split(' ')[1]
}

const codeOf = (error: unknown) => z.object({ code: z.string() }).safeParse(error).data?.code
