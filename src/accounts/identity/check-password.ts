import type { Kysely } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/caller.ts'
import { InvalidFields, NotAllowed } from '#foundation/http/errors.ts'
import { messages } from '#foundation/http/messages.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Services } from '#foundation/services.ts'
import { findPasswordHash } from './account/store.ts'
import { identityMessages } from './errors.ts'
import { pretendToVerify, verifyPassword } from './password.ts'
import { findLiveSession } from './session-store.ts'

/** Seconds in which a sign-in counts as proof for who has no password. */
const freshSignIn = 10 * 60

/** Whether this is the person's password. Who has none costs the same work. */
export async function isPasswordOf(db: Kysely<Database>, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db, userId)
  if (hash !== undefined) return verifyPassword(hash, password)
  await pretendToVerify(password)
  return false
}

/**
 * Asks who is signed in to prove it again before something that a stolen token must not do: by the password, or, where
 * there is none, by a sign-in of the last ten minutes.
 *
 * Throws InvalidFields at `password`, NotAllowed `sign_in_again`, or TooManyRequests.
 */
export async function proveIdentity(
  { db, clock, log, limiter }: Pick<Services, 'db' | 'clock' | 'log'> & { readonly limiter: Limiter },
  { userId, sessionId }: Caller,
  password: string | undefined,
): Promise<void> {
  const hash = await findPasswordHash(db, userId)
  if (hash === undefined) {
    const session = await findLiveSession(db, sessionId, clock.now())
    if (session !== undefined && clock.now() <= secondsAfter(session.createdAt, freshSignIn)) return
    throw new NotAllowed('sign_in_again', 'Sign out and in again, then repeat this within ten minutes')
  }
  if (password === undefined || password === '') throw new InvalidFields({ password: messages.required })
  await limiter.take([{ rule: 'proofOfAccount', subject: userId }])
  if (await verifyPassword(hash, password)) return
  log.info({ user: userId }, 'password not confirmed')
  throw new InvalidFields({ password: identityMessages['wrong-password'].message })
}
