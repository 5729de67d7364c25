import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The number of port ranges: one for each test worker, and the first for other processes. */
const parts = 8
const width = Math.floor((32_768 - 10_240) / parts)

/** Ports that were given to this process, which may still be unused. */
const given = new Set<number>()

/**
 * Returns a port that no other test worker uses. It is below the system's ephemeral range, whose ports could
 * be taken before use.
 */
export async function freePort(): Promise<number> {
  const first = 10_240 + width * (workerNumber() % parts)
  for (;;) {
    const port = randomInt(first, first + width)
    if (given.has(port)) continue
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    given.add(port)
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** Counts from 1 like Vitest. Playwright counts from 0. */
function workerNumber(): number {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env
  if (vitest !== undefined) return Number(vitest)
  return playwright === undefined ? 0 : Number(playwright) + 1
}
