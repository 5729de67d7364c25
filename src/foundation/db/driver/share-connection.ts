type Held = { release: () => void }

type Shared<Client> = { readonly client: Promise<Client>; readonly since: number; users: number }

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
