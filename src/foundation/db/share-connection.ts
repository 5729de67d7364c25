import type { PostgresPool, PostgresPoolClient } from 'kysely'

type Shared = { readonly client: Promise<PostgresPoolClient>; readonly since: number; users: number }

/**
 * How long new users join, in milliseconds. Under load there is always one more, and what the pool learns of its connections
 * (the server was succeeded, this one is lost) must reach those who share one as well.
 */
const opensFor = 1_000

/**
 * Short reads that are under way at the same time share one connection of the pool, which must hold clients that pipeline:
 * they ask without waiting for the answers before theirs, and the server's process, once awake, answers them all. The last
 * one gives it back. One that takes long would hold up those behind it, and what one of them changed in a session the
 * others would meet: neither has a place here.
 */
export function shareConnection(pool: Pick<PostgresPool, 'connect'>): PostgresPool {
  let shared: Shared | undefined

  function leave(mine: Shared): boolean {
    mine.users -= 1
    if (mine.users > 0) return false
    if (shared === mine) shared = undefined
    return true
  }

  async function join(mine: Shared): Promise<PostgresPoolClient> {
    mine.users += 1
    try {
      return await mine.client
    } catch (error) {
      leave(mine)
      throw error
    }
  }

  return {
    options: {},
    connect: async () => {
      const now = performance.now()
      if (shared === undefined || now - shared.since > opensFor)
        shared = { client: pool.connect(), since: now, users: 0 }
      const mine = shared
      const client = await join(mine)
      return {
        query: client.query.bind(client),
        release: () => {
          if (leave(mine)) client.release()
        },
      }
    },
    // The pool is ended by its owner.
    end: () => Promise.resolve(),
  }
}
