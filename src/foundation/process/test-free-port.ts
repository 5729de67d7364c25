import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** How many workers of the tests look for ports in parts of their own. */
const parts = 8
const width = Math.floor((32_768 - 10_240) / parts)

/**
 * A port below those that the system gives to connections: one of those could be taken before it is listened at. No other
 * worker of the tests takes it in the meantime.
 */
export async function freePort(): Promise<number> {
  const first = 10_240 + width * (Number(process.env['VITEST_POOL_ID'] ?? 0) % parts)
  for (;;) {
    const port = randomInt(first, first + width)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
