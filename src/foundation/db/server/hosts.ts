import type { PostgresPool } from 'kysely'
import { Client, type ClientBase, type ClientConfig, type Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import { readAddress } from './address.ts'

/** The error for a server that is read-only: a standby, or a former primary. */
class TakesNoWrites extends Error {
  readonly code = readOnly

  constructor() {
    super('This database host does not accept writes')
  }
}

/** The error for a host that should be a standby but is a primary. */
class NoStandby extends Error {
  /** Errors of class 08 are about the connection and not about a statement. */
  readonly code = '08004'

  constructor() {
    super('This database host is not a standby')
  }
}

/** The error code with which the server answers a write (`read_only_sql_transaction` in appendix A of its manual). */
const readOnly = '25006'

const readOnlyError = z.object({ code: z.literal(readOnly) })

/** Whether a statement failed because its server is read-only, so that it had no effect. */
export function isReadOnlyError(error: unknown): boolean {
  return readOnlyError.safeParse(error).success
}

/** A session for a command, on the first host that accepts writes. */
export async function openClient(
  url: string,
  config: Omit<ClientConfig, 'connectionString'>,
): Promise<Client> {
  const { hosts, mayBeReadOnly } = readAddress(url)
  return firstOf(hosts, async (connectionString) => {
    const client = new Client({ ...config, connectionString })
    // A lost connection makes its running query fail. Without a listener it would also end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (mayBeReadOnly) await assertWritable(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  })
}

/** The number of connections, and the number of current requests beyond `most`. */
export type Connections = {
  readonly inUse: number
  readonly idle: number
  readonly waiting: number
  readonly most: number
}

export type Pools = PostgresPool & { readonly count: () => Connections }

/**
 * A pool for each host. Only the primary's pool has connections. A host that is unreachable, or whose new connections
 * `assertWritable` rejects, is skipped, and the next search starts at the last good host. @param open receives a
 * callback for a connection that shows its pool is useless: the pool's connections are closed, busy ones once released,
 * and the hosts are searched again
 */
export function openPools(hosts: readonly string[], open: (host: string, renew: () => void) => Pool): Pools {
  const openAt = (host: string, at: number): Pool => {
    const pool = open(host, () => {
      if (pools[at] !== pool) return
      pools[at] = openAt(host, at)
      void pool.end()
    })
    return pool
  }
  const pools = hosts.map(openAt)
  const places = [...pools.keys()]
  /** The order in which hosts are tried, starting with the last good one. */
  let order = places
  return {
    connect: () =>
      firstOf(order, async (at) => {
        const client = await pools[at]?.connect()
        if (client === undefined) throw new RangeError(`There is no host ${at}`)
        if (at !== order[0]) order = [...places.slice(at), ...places.slice(0, at)]
        return client
      }),
    // Kysely needs these options only to cancel statements, which we never do.
    options: {},
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    count: () => {
      const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
      return {
        inUse: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
        most: Math.max(...pools.map(({ options }) => options.max)),
      }
    },
  }
}

/** Checks a new connection for the pool's `verify`. A connection that fails `check` is closed and never used. */
export function verifyBy(check: (client: ClientBase) => Promise<void>): NonNullable<PoolConfig['verify']> {
  const report = async (client: ClientBase, done: (error?: Error) => void): Promise<void> => {
    try {
      await check(client)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
      return
    }
    done()
  }
  return (client, done) => void report(client, done)
}

/** Throws if the server would reject writes, without attempting one. */
export async function assertWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  if (z.array(z.object({ isReadOnly: z.boolean() })).parse(rows)[0]?.isReadOnly !== false)
    throw new TakesNoWrites()
}

/** Throws if the server is a primary, because a promoted standby may have been abandoned. */
export async function assertStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"')
  if (z.array(z.object({ isStandby: z.boolean() })).parse(rows)[0]?.isStandby !== true) throw new NoStandby()
}

async function firstOf<Place, Found>(
  places: readonly Place[],
  find: (place: Place) => Promise<Found>,
): Promise<Found> {
  const failures: unknown[] = []
  for (const place of places) {
    try {
      return await find(place)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures.length === 1
    ? failures[0]
    : new AggregateError(failures, 'No database host has the requested role')
}
