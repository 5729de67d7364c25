import { stdTimeFunctions, type LoggerOptions } from 'pino'

/** How the product logs: one line of JSON each, with nothing in it that names or opens a person's things. */
export const logOptions = {
  redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
  serializers: { req: describeRequest },
  base: null,
  timestamp: stdTimeFunctions.isoTime,
} satisfies LoggerOptions

/** Addresses are logged without their query, which may hold what a person typed. */
function describeRequest(request: { method?: string; url?: string; id?: unknown }): object {
  return { id: request.id, method: request.method, path: request.url?.split('?')[0] }
}
