// Runs in which memory runs out: in the product's heap, at the kernel's limit, or in a PostgreSQL process.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#foundation/process/test-free-port.ts'
import { payAtLast } from './buyer.ts'
import { runKills } from './kills.ts'
import { debuggedAt, limitMemory, noLimit, runInside } from './memory-limit.ts'
import { startPostgres } from './postgres.ts'
import { openShop, runInShop, type Shop } from './shop.ts'
import { openStore, type Store } from './store.ts'
import { until } from './until.ts'

/** How often memory runs out during a run. */
const times = 3
/** The heap limit in megabytes, enough for a shop with sales. */
const heap = 192
/** How much more memory the kernel allows the product than it used when it was ready, in megabytes. */
const room = 192

/** Code that allocates more and more memory, as objects or as bytes outside the heap. */
const leaks = {
  objects:
    'globalThis.kept = []; setInterval(() => kept.push(Array.from({ length: 50_000 }, (_, n) => ({ n }))), 10)',
  bytes: 'globalThis.kept = []; setInterval(() => kept.push(Buffer.alloc(4_000_000, 1)), 10)',
}

/** Node ends a process whose heap is full, after several attempts to free memory. */
export async function runFullHeap(seed: number, buyers: number): Promise<string> {
  const port = await freePort()
  return withShop(`--max-old-space-size=${heap} ${debuggedAt(port)}`, async (shop) => {
    const waits: number[] = []
    const done = await runKills(shop, seed, buyers, times, async (struck) => {
      await runInside(struck.product.pid(), port, leaks.objects)
      await untilEnded(struck)
      waits.push(await startAndSell(struck))
    })
    return `${done}; sold again ${seconds(waits)} after each`
  })
}

/** The kernel kills a process that uses more memory than its group is allowed. */
export async function runKilledForMemory(seed: number, buyers: number): Promise<string> {
  const tried = await limitMemory(room)
  if (tried === undefined) return noLimit
  await tried.remove()
  const port = await freePort()
  return withShop(debuggedAt(port), async (shop) => {
    const waits: number[] = []
    const done = await runKills(shop, seed, buyers, times, async (struck) => {
      const group = await limitMemory(room)
      if (group === undefined) throw new Error(noLimit)
      await group.add(struck.product.pid())
      await runInside(struck.product.pid(), port, leaks.bytes)
      await untilEnded(struck)
      waits.push(await startAndSell(struck))
      await group.remove()
    })
    return `${done}; sold again ${seconds(waits)} after each`
  })
}

/** The kernel kills one PostgreSQL process. The server then ends all sessions, recovers and continues. */
export async function runKilledBackend(seed: number, buyers: number): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'tillform-memory-'))
  // Gives all users access, because the server must run as `nobody`.
  await chmod(place, 0o711)
  const postgres = await startPostgres(place)
  try {
    const url = await postgres.createDatabase()
    return await runInShop(await openShop(url), async (shop) => {
      const waits: number[] = []
      // The server ends our own session with all others, so each query opens a new one.
      const looked: Shop = { ...shop, store: reopened(url, shop.store) }
      const done = await runKills(looked, seed, buyers, times, async (struck) => {
        await killBackend(struck)
        waits.push(await payAtLast(struck))
        if (!struck.product.isRunning()) throw new Error('The product ended with a backend of its database')
      })
      return `${done}; sold again ${seconds(waits)} after each`
    })
  } finally {
    await postgres.stop()
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function withShop(nodeOptions: string, run: (shop: Shop) => Promise<string>): Promise<string> {
  const postgres = await startPostgres()
  try {
    const settings = { NODE_OPTIONS: nodeOptions }
    return await runInShop(await openShop(await postgres.createDatabase(), tmpdir(), settings), run)
  } finally {
    await postgres.stop()
  }
}

async function untilEnded({ product }: Shop): Promise<void> {
  await until('the product to run out of memory', () => (product.isRunning() ? undefined : true))
}

/** Restarts the product like a supervisor. Returns the time until a buyer could pay again, in milliseconds. */
async function startAndSell(shop: Shop): Promise<number> {
  const beganAt = performance.now()
  await shop.product.start()
  await payAtLast(shop)
  return performance.now() - beganAt
}

const backend = z.object({ pid: z.number() })

async function killBackend({ store, product }: Shop): Promise<void> {
  const sql = 'select pid from pg_stat_activity where application_name = $1 and datname = current_database()'
  const [found] = await until('a session of the product', async () => {
    const rows = await store.query(backend, sql, [`tillform ${product.pid()}`]).catch(() => [])
    return rows.length > 0 ? rows : undefined
  })
  if (found !== undefined) process.kill(found.pid, 'SIGKILL')
}

/** The same store, but each query opens a new database session. */
function reopened(url: string, store: Store): Store {
  const query: Store['query'] = async (row, sql, values) => {
    const fresh = await openStore(url)
    try {
      return await fresh.query(row, sql, values)
    } finally {
      await fresh.close()
    }
  }
  return { ...store, query }
}

function seconds(waits: readonly number[]): string {
  return `${waits.map((wait) => (wait / 1_000).toFixed(1)).join(', ')} s`
}
