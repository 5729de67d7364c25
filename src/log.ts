import { join } from 'node:path'
import pino, { stdTimeFunctions, type Logger, type LoggerOptions } from 'pino'
import type { StoreConfig } from './config.ts'

/** How the product logs: one line of JSON each, with nothing in it that names or opens a person's things. */
const logOptions = {
  redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
  serializers: { req: describeRequest },
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
  return { id: request.id, method: request.method, path: request.url?.split('?')[0] }
}
