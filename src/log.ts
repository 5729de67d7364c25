import { join } from 'node:path'
import pino, { stdTimeFunctions, type Logger, type LoggerOptions } from 'pino'
import type { StoreConfig } from './config.ts'

/** The longest text that a log line carries of an error, in characters. */
const longestStack = 4_000
const longestMessage = 1_000

/** How the product logs: one line of JSON each, with nothing in it that names or opens a person's things. */
export const logOptions = {
  redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
  serializers: { req: describeRequest, err: describeError },
  base: null,
  timestamp: stdTimeFunctions.isoTime,
} satisfies LoggerOptions

/** The product's log: standard output in production, else a file in the data directory. */
export function openLog(config: StoreConfig): Logger {
  return config.isProduction
    ? pino(logOptions)
    : pino(logOptions, pino.destination({ dest: logFile(config), mkdir: true, sync: false }))
}

export function logFile({ dataDir }: StoreConfig): string {
  return join(dataDir, 'tillform.log')
}

/** Addresses are logged without their query, which may hold what a person typed. */
function describeRequest(request: { method?: string; url?: string; id?: unknown }): object {
  return { id: request.id, method: request.method, path: request.url?.split('?')[0]?.slice(0, 200) }
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
