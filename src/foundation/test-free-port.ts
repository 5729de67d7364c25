import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A port below those that the system gives to connections: one of those could be taken before it is listened at. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768)
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
