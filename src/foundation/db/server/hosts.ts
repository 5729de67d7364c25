import type { PostgresPool } from 'kysely'
import { Client, type ClientBase, type ClientConfig, type Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import { readAddress } from './address.ts'

/** A server that was reached takes no writes: a standby, or a primary that was succeeded. */
class TakesNoWrites extends Error {
  readonly code = readOnly

  constructor() {
    super('This host of the database takes no writes')
  }
}

/** A server that was to be a standby is a primary. */
class NoStandby extends Error {
  /** Of class 08, what concerns the connection and no statement. */
  readonly code = '08004'

  constructor() {
    super('This host of the database is no standby')
  }
}

/** What the server says to a write (`read_only_sql_transaction` in its manual, appendix A). */
const readOnly = '25006'

const readOnlyError = z.object({ code: z.literal(readOnly) })

/** Whether a statement failed because its server takes no writes; nothing of it was done. */
export function isReadOnlyError(error: unknown): boolean {
  return readOnlyError.safeParse(error).success
}

/** A session for a command, on the first host that takes writes. */
export async function openClient(
  url: string,
  config: Omit<ClientConfig, 'connectionString'>,
): Promise<Client> {
  const { hosts, mayBeReadOnly } = readAddress(url)
  return firstOf(hosts, async (connectionString) => {
    const client = new Client({ ...config, connectionString })
    // A lost connection fails the query under way; without a listener it would end the process as well.
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

/** How many connections there are, and how many more than `most` are asked for at this moment. */
export type Connections = {
  readonly inUse: number
  readonly idle: number
  readonly waiting: number
  readonly most: number
}

export type Pools = PostgresPool & { readonly count: () => Connections }

/**
 * A pool for each host, of which that of the primary alone holds connections. One that cannot be reached, or whose new
 * connections `assertWritable` refuses, is passed over, and where the last connection was found is where the next one is
 * asked for.
 *
 * @param open gets what it calls when a connection shows that the others of its pool are of no use either: they are
 *   closed, those in use once they are given back, and the host is asked anew
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
  /** The one where the last connection was found comes first. */
  let order = places
  return {
    connect: () =>
      firstOf(order, async (at) => {
        const client = await pools[at]?.connect()
        if (client === undefined) throw new RangeError(`There is no host ${at}`)
        if (at !== order[0]) order = [...places.slice(at), ...places.slice(0, at)]
        return client
      }),
    // Kysely wants them for the cancelling of statements, and none is canceled.
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

/** For the pool's `verify`: a new connection that `check` throws at is closed, and nobody gets it. */
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

/** Throws where no write would be taken, which a server knows before it is asked to. */
export async function assertWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  if (z.array(z.object({ isReadOnly: z.boolean() })).parse(rows)[0]?.isReadOnly !== false)
    throw new TakesNoWrites()
}

/** Throws at a primary: a standby that was promoted may have been left behind by another. */
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
    : new AggregateError(failures, 'No host of the database is what was asked for')
}
