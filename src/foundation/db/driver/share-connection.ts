type Held = { release: () => void }

type Shared<Client> = { readonly client: Promise<Client>; readonly since: number; users: number }

/**
 * How long new users can join, in milliseconds. Under load there is always another, but sharers too must hear when the
 * pool loses or changes its host.
 */
const opensFor = 1_000

/**
 * Concurrent short reads share one pool connection, whose client must pipeline: they do not wait for earlier results,
 * and the server returns all of them together. The last one releases it. It is for short reads without session changes:
 * others would delay or affect those who share it.
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
