import { join } from 'node:path'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { StoreConfig } from '../config/config.ts'

/** The maximum length of an error's text in a log line, in characters. */
const longestStack = 4_000
const longestMessage = 1_000

/**
 * The log: one JSON line each, with nothing that identifies a person or opens their things. Only the request and answer
 * fields listed here are included, so no headers need removing.
 */
export const logOptions = {
  serializers: { req: describeRequest, res: describeAnswer, err: describeError },
  base: null,
  timestamp: timeNow,
} satisfies LoggerOptions

/** How much is buffered while the log cannot be written, in bytes. */
const mostWaiting = 8 * 1024 * 1024
/** The pause before another try, in milliseconds. */
const again = 1_000
/** Lines are written in batches: at this many bytes, or this many milliseconds. */
const together = 16_000
const writtenWithin = 100

/** The product's log: standard output in production, else a file in the data directory. */
export function openLog(config: StoreConfig): Logger {
  return writeLog(config.isProduction ? { dest: 1 } : { dest: logFile(config), mkdir: true, sync: false })
}

type Place = { readonly dest: number | string; readonly mkdir?: boolean; readonly sync?: boolean }

/**
 * A log that survives its destination: while that fails, as on a full disk, lines wait. Lines beyond the buffer are
 * counted, and the count is logged on recovery.
 */
export function writeLog(place: Place, maxLength = mostWaiting): Logger {
  const minLength = Math.min(together, maxLength)
  const destination = pino.destination({ ...place, maxLength, minLength, periodicFlush: writtenWithin })
  const log = pino(logOptions, destination)
  let failure: Error | undefined
  let lost = 0
  let retry: NodeJS.Timeout | undefined
  destination.on('error', (error: Error) => {
    if (!('syscall' in error && error.syscall === 'write')) throw error
    failure = error
    clearTimeout(retry)
    retry = setTimeout(() => destination.flush(), again).unref()
  })
  destination.on('drop', () => (lost += 1))
  destination.on('drain', () => {
    if (failure === undefined) return
    const said = { err: failure, lost }
    failure = undefined
    lost = 0
    log.warn(said, 'the log could not be written for a while')
  })
  return log
}

export function logFile({ dataDir }: StoreConfig): string {
  return join(dataDir, 'tillform.log')
}

let latestTime = { at: Number.NaN, text: '' }

/** In a busy moment many lines share a time. */
function timeNow(): string {
  const at = Date.now()
  if (at !== latestTime.at) latestTime = { at, text: `,"time":"${new Date(at).toISOString()}"` }
  return latestTime.text
}

/** URLs are logged without their query, which can contain typed text. */
function describeRequest({ id, method, url }: { method?: string; url?: string; id?: unknown }): object {
  return { id, method, path: url?.split('?', 1)[0]?.slice(0, 200) }
}

function describeAnswer({ statusCode }: { statusCode?: number }): object {
  return { statusCode }
}

/** An error's logged fields. Everything else stays out: a failed statement carries its row, a declined card the whole request. */
function describeError(error: unknown): object | undefined {
  if (!(error instanceof Error)) return error === undefined ? undefined : { message: 'not an error' }
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message: message.slice(0, longestMessage),
    stack: stack.slice(0, longestStack),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(cause instanceof Error ? { cause: `${cause.name}: ${cause.message.slice(0, longestMessage)}` } : {}),
  }
}
