// Ends the process in order: everything that was started is stopped in reverse order, even if a stop signal comes
// during the start.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

type Stop = () => Promise<void>

/** How long stopping can take before the process ends regardless, in milliseconds. */
const stopTime = 20_000
/** How long an aborted start can take to reach its next step before it is cut off, in milliseconds. */
const nextStepWithin = 5_000

const started: Stop[] = []
const stopping = new AbortController()
/** Throws if the process was told to stop during the start. */
export const stopSignal = stopping.signal

let starting: Promise<unknown> = Promise.resolve()
let log: Logger | undefined

/** Registers how to stop something just started, or ends the start. */
export function stopLater(stop: Stop): void {
  started.push(stop)
  stopSignal.throwIfAborted()
}

/** Works the same, but for something that everything else needs until the end and that stops last. */
export function stopLast(stop: Stop): void {
  started.unshift(stop)
  stopSignal.throwIfAborted()
}

/** Sets the log for the messages about stopping. */
export function sayStops(place: Logger): void {
  log = place
}

/** Shuts the process down in order when told to stop. */
export function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal))
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (stopSignal.aborted) return
  stopping.abort()
  log?.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), stopTime).unref()
  await Promise.race([starting, sleep(nextStepWithin)])
  await stopAll()
  // By now, aborted work has either failed or continued.
  await Promise.race([starting, sleep(nextStepWithin)])
  await stopAll()
  log?.flush()
  // Exits with 0, unless the start had failed.
  process.exit()
}

/** Runs `start`. If it fails, the process ends with the text from `explain`, unless it was told to stop. */
export async function live(start: () => Promise<void>, explain: (reason: unknown) => string): Promise<void> {
  const result = start().then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  starting = result
  const failure = await result
  if (failure === undefined || stopSignal.aborted) return
  process.exitCode = 1
  process.stderr.write(`${explain(failure.reason)}\n`)
  await stopAll()
  process.exit()
}

let stopped: Promise<void> = Promise.resolve()

/** If a stop is already in progress, a second caller waits for it too. */
function stopAll(): Promise<void> {
  stopped = stopped.then(stopStarted)
  return stopped
}

async function stopStarted(): Promise<void> {
  for (const stop of started.splice(0).toReversed()) {
    await stop().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    })
  }
}
