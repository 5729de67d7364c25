import { join } from 'node:path'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { StoreConfig } from '../config/config.ts'

/** The longest text that a log line carries of an error, in characters. */
const longestStack = 4_000
const longestMessage = 1_000

/**
 * How the product logs: one line of JSON each, with nothing in it that names or opens a person's things. Of requests and
 * answers it has what is named here, so that none of their headers has to be taken out of each line.
 */
export const logOptions = {
  serializers: { req: describeRequest, res: describeAnswer, err: describeError },
  base: null,
  timestamp: timeNow,
} satisfies LoggerOptions

/** How much is kept while the log cannot be written, in bytes. */
const mostWaiting = 8 * 1024 * 1024
/** How soon it is tried again, in milliseconds. */
const again = 1_000
/** Lines are written together: once they are so many bytes, or so many milliseconds old. */
const together = 16_000
const writtenWithin = 100

/** The product's log: standard output in production, else a file in the data directory. */
export function openLog(config: StoreConfig): Logger {
  return writeLog(config.isProduction ? { dest: 1 } : { dest: logFile(config), mkdir: true, sync: false })
}

type Place = { readonly dest: number | string; readonly mkdir?: boolean; readonly sync?: boolean }

/**
 * A log that outlives its place: while that takes nothing, as on a full disk, lines wait. What there is no room to keep
 * is counted, and said once the place takes lines again.
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

/** In a busy moment many lines have the same time. */
function timeNow(): string {
  const at = Date.now()
  if (at !== latestTime.at) latestTime = { at, text: `,"time":"${new Date(at).toISOString()}"` }
  return latestTime.text
}

/** Addresses are logged without their query, which may hold what a person typed. */
function describeRequest({ id, method, url }: { method?: string; url?: string; id?: unknown }): object {
  return { id, method, path: url?.split('?', 1)[0]?.slice(0, 200) }
}

function describeAnswer({ statusCode }: { statusCode?: number }): object {
  return { statusCode }
}

/**
 * What a log keeps of an error. Everything else that an error carries stays out: a failed statement brings the row that
 * it was about, a refused card the whole request.
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
