import { betterAuth } from 'better-auth'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createHmac } from 'node:crypto'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * People and their passwords, made by better-auth in our own tables; sessions are ours. It is called by our handlers only: none of its routes
 * is reachable. It opens transactions of its own, so it is given an unguarded handle.
 */
export function createAuth(options: {
  readonly db: Kysely<Database>
  readonly authSecret: string
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}) {
  const { db, authSecret, publicUrl, log } = options
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: createHmac('sha256', authSecret).update('sessions').digest('base64url'),
    trustedOrigins: [publicUrl],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      // Details may be rows and failed statements, and so name people; of an error, what the log keeps of any.
      log: (level, message, ...details) =>
        log[level === 'error' ? 'error' : 'debug'](
          { err: details.find((detail) => detail instanceof Error) },
          message.replaceAll(/\S+@\S+/g, 'someone'),
        ),
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    session: { modelName: 'sessions' },
    account: { modelName: 'identities' },
    verification: { modelName: 'verifications' },
    user: {
      modelName: 'users',
      additionalFields: {
        firstname: { type: 'string', input: false, defaultValue: '' },
        lastName: { type: 'string', input: false, defaultValue: '' },
        role: { type: 'string', input: false, defaultValue: 'Customer' },
      },
    },
    advanced: {
      database: { generateId: newId },
    },
  })
}
