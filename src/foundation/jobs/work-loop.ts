import type { FastifyBaseLogger } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'

/** A round of work; answers how much it found. */
export type Work = (stopping: AbortSignal) => Promise<number>

/** After so long a stop says what it waits for, in milliseconds: soon the process ends whatever is under way. */
const sayAfter = 5_000

/** Work that is kept in tables: it is looked for in intervals, and at once when somebody says that there is some. */
export type WorkLoop = {
  readonly nudge: () => void
  /** Tells the running round, lets it finish and starts no other. */
  readonly stop: () => Promise<void>
}

/**
 * Runs a round of work every `every` milliseconds, never two at once in this process, and again at once while a round
 * found something. `work` answers how much it found; processes beside this one are kept apart by the work's own claims.
 * What may last for more than some seconds asks `stopping` whenever it can leave the rest to the next start, for which
 * `stopping.throwIfAborted()` will do. The first round begins after `firstAfter` milliseconds, unless somebody says sooner that
 * there is work.
 */
export function startWorkLoop(
  name: string,
  every: number,
  work: Work,
  log: FastifyBaseLogger,
  firstAfter = 0,
): WorkLoop {
  let isStopped = false
  let isNudged = false
  let timeout: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const stopping = new AbortController()
  // Whoever says that there is work, such as a request, does not take part in it.
  const outside = AsyncLocalStorage.snapshot()

  const round = async (): Promise<void> => {
    isRunning = true
    isNudged = false
    const found = await work(stopping.signal).catch((error: unknown) => {
      if (error !== stopping.signal.reason) log.warn({ err: error, loop: name }, 'a round of work failed')
      return 0
    })
    isRunning = false
    schedule(found > 0 || isNudged ? 0 : every)
  }

  const schedule = (delay: number): void => {
    if (isStopped) return
    clearTimeout(timeout)
    timeout = setTimeout(() => {
      running = outside(round)
    }, delay)
  }

  schedule(firstAfter)
  return {
    nudge() {
      isNudged = true
      if (!isRunning) schedule(0)
    },
    async stop() {
      isStopped = true
      clearTimeout(timeout)
      stopping.abort()
      const isLate = setTimeout(() => log.warn({ loop: name }, 'a stop waits for a round of work'), sayAfter)
      await running
      clearTimeout(isLate)
    },
  }
}
