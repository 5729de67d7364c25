// How the process ends: what was started is stopped in the reverse order, also when it is told to stop while it starts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

type Stop = () => Promise<void>

/** How long stopping may take before the process ends regardless, in milliseconds. */
const stopTime = 20_000
/** How long a start that is told to stop may take to its next step, before it is cut off where it is; in milliseconds. */
const nextStepWithin = 5_000

const started: Stop[] = []
const stopping = new AbortController()
/** A start that is told to stop goes no further: it throws. */
export const stopSignal = stopping.signal

let starting: Promise<unknown> = Promise.resolve()
let log: Logger | undefined

/** Has something stopped that was started just now, or ends the start. */
export function stopLater(stop: Stop): void {
  started.push(stop)
  stopSignal.throwIfAborted()
}

/** The same, after everything else: the others need it to the end. */
export function stopLast(stop: Stop): void {
  started.unshift(stop)
  stopSignal.throwIfAborted()
}

/** Where it is said that the process is told to stop; as early as there is a log. */
export function sayStops(place: Logger): void {
  log = place
}

/** Ends the process in good order when it is told to. */
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
  // What was cut off has failed by now, or begun something else.
  await Promise.race([starting, sleep(nextStepWithin)])
  await stopAll()
  log?.flush()
  // With 0, unless the start had failed.
  process.exit()
}

/** Runs `start`. Where that fails, the process ends with what `explain` makes of the reason, unless it was told to stop. */
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

/** Whoever asks while something is being stopped waits for that too. */
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
