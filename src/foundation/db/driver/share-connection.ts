type Held = { release: () => void }

type Shared<Client> = { readonly client: Promise<Client>; readonly since: number; users: number }

/**
 * How long further reads can join a shared connection, in milliseconds. Under load there is always another read, but
 * these reads must also notice when the pool loses or changes its host.
 */
const opensFor = 1_000

/**
 * Concurrent short reads share a connection of the pool, whose client must pipeline: they do not wait for earlier
 * results, and the server returns all of them together. The last read releases the connection. This is only for short
 * reads without session settings, because others would delay or affect the reads that share the connection.
 */
export function shareConnection<Client extends Held>(pool: {
  readonly connect: () => Promise<Client>
}): <T>(use: (client: Client) => Promise<T>) => Promise<T> {
  let shared: Shared<Client> | undefined

  return async (use) => {
    const now = performance.now()
    if (shared === undefined || now - shared.since > opensFor)
      shared = { client: pool.connect(), since: now, users: 0 }
    const mine = shared
    mine.users += 1
    let client: Client | undefined
    try {
      client = await mine.client
      return await use(client)
    } finally {
      mine.users -= 1
      if (mine.users === 0) {
        if (shared === mine) shared = undefined
        client?.release()
      }
    }
  }
}
