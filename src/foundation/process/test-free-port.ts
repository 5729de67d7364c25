import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** How many test workers get their own port ranges; the first is for non-workers. */
const parts = 8
const width = Math.floor((32_768 - 10_240) / parts)

/** Ports given to this process that it may not listen on yet. */
const given = new Set<number>()

/**
 * A port below the system's ephemeral range: one of those could be taken before use. No other test worker takes it in
 * the meantime.
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

/** From 1, as Vitest counts its workers; Playwright counts from 0. */
function workerNumber(): number {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env
  if (vitest !== undefined) return Number(vitest)
  return playwright === undefined ? 0 : Number(playwright) + 1
}
