import { join } from 'node:path'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { StoreConfig } from '../config/config.ts'

/** The maximum length of an error's text in a log line, in characters. */
const longestStack = 4_000
const longestMessage = 1_000

/**
 * The log: one JSON object per line, without anything that identifies a person or gives access to their data.
 * Only the fields of requests and responses listed here are included, so no headers need to be removed.
 */
export const logOptions = {
  serializers: { req: describeRequest, res: describeAnswer, err: describeError },
  base: null,
  timestamp: timeNow,
} satisfies LoggerOptions

/** How many bytes are stored in memory while the log cannot be written. */
const mostWaiting = 8 * 1024 * 1024
/** The pause before another attempt to write, in milliseconds. */
const again = 1_000
/** Lines are written in batches, at this many bytes or after this many milliseconds. */
const together = 16_000
const writtenWithin = 100

/** Opens the product's log: standard output in production, or else a file in the data directory. */
export function openLog(config: StoreConfig): Logger {
  return writeLog(config.isProduction ? { dest: 1 } : { dest: logFile(config), mkdir: true, sync: false })
}

type Place = { readonly dest: number | string; readonly mkdir?: boolean; readonly sync?: boolean }

/**
 * A log that survives failures of its destination: during a failure, such as a full disk, lines wait in memory. If
 * there are too many, further lines are only counted, and the count is logged on recovery.
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

/** The formatted time is reused, because in a busy moment many lines have the same time. */
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

/**
 * The fields of an error that are logged. Everything else is left out: the error of a failed statement contains its
 * row, and the error of a declined card the whole request.
 */
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
