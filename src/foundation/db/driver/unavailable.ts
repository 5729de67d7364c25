import { z } from 'zod'

const networkCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ' +
    'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENOTFOUND EAI_AGAIN'
  ).split(' '),
)

/**
 * PostgreSQL's error codes (appendix A of its manual): 57P01 to 57P03 shutdown, crash and not accepting
 * sessions yet, 57P05 idle session ended, 25006 no longer the primary, 53100 disk full, 53300 too many
 * connections, 57014 statement timeout, 25P03 idle in transaction.
 */
const serverStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25006',
  '53100',
  '53300',
  '57014',
  '25P03',
])

/** The operating system's error codes for a full disk. */
const noRoom = new Set(['ENOSPC', 'EDQUOT'])

/** The driver's messages for connection failures without an error code. */
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

const outdated = z.object({ code: z.literal('0A000'), routine: z.literal('RevalidateCachedQuery') })

/**
 * Whether the columns of a prepared statement have changed since it was parsed, because of a migration. The
 * message is in the server's language, but the error's source identifies it.
 */
export function isOutdated(error: unknown): boolean {
  return outdated.safeParse(error).success
}

const Failure = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional(),
})

/** Whether the database or the file folder is temporarily unavailable. Such a request is answered with 503. */
export function isStoreAway(error: unknown): boolean {
  return hasNoRoom(error) || isDatabaseUnavailable(error)
}

function hasNoRoom(error: unknown): boolean {
  const { code = '', cause } = Failure.safeParse(error).data ?? {}
  return noRoom.has(code) || (cause !== undefined && hasNoRoom(cause))
}

/**
 * Whether a query failed because the database is unreachable or too slow, and not because the query is wrong.
 * Such a request is answered with 503 and can be repeated.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const parsed = Failure.safeParse(error)
  if (!parsed.success) return false
  const { code = '', message = '', cause, errors = [] } = parsed.data
  return (
    networkCodes.has(code) ||
    serverStates.has(code) ||
    code.startsWith('08') ||
    driverMessages.some((words) => message.startsWith(words)) ||
    isOutdated(error) ||
    (cause !== undefined && isDatabaseUnavailable(cause)) ||
    errors.some(isDatabaseUnavailable)
  )
}
