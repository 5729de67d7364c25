import type { FastifyBaseLogger } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'

/** A round of work, which returns how much it found to do. */
export type Work = (stopping: AbortSignal) => Promise<number>

/**
 * How long stopping can take before it logs what it is waiting for, in milliseconds. Shortly afterwards the process
 * ends anyway.
 */
const sayAfter = 5_000

/** Work that is stored in tables. It is polled at intervals, and done right away when it is announced. */
export type WorkLoop = {
  readonly nudge: () => void
  /** Signals the running round to stop, lets it finish and starts no other. */
  readonly stop: () => Promise<void>
}

/**
 * Runs a round of work every `every` milliseconds, never two at the same time in this process, and again right away
 * while a round finds something. `work` returns how much it found. Claims in the work itself keep other processes
 * apart. Work that can take more than a few seconds checks `stopping` wherever the rest can wait for the next start,
 * for example with `stopping.throwIfAborted()`. The first round begins after `firstAfter` milliseconds, unless work is
 * announced sooner.
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
  // A round does not run in the context of the caller who announced the work, such as a request.
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
