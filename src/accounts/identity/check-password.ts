import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { demandProof, type Caller } from '#foundation/http/caller.ts'
import { InvalidFields } from '#foundation/http/errors.ts'
import { messages } from '#foundation/http/messages.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Services } from '#foundation/services.ts'
import { findPasswordHash } from './account/store.ts'
import { identityMessages } from './errors.ts'
import { pretendToVerify, verifyPassword } from './password.ts'
import { keepProof } from './session-store.ts'

/** Whether this is the person's password. Who has none costs the same work. */
export async function isPasswordOf(db: Kysely<Database>, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db, userId)
  if (hash !== undefined) return verifyPassword(hash, password)
  await pretendToVerify(password)
  return false
}

/**
 * Asks who is signed in to prove it again before something that a stolen token must not do: by the password, or, where
 * there is none, by a sign-in or another proof of the last minutes in this browser. A right password counts for what follows
 * in this browser as well.
 *
 * Throws InvalidFields at `password`, NotAllowed `proof_required` or `other_browser`, or TooManyRequests.
 */
export async function proveIdentity(
  { db, clock, log, limiter }: Pick<Services, 'db' | 'clock' | 'log'> & { readonly limiter: Limiter },
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  const { userId, sessionId } = caller
  const hash = await findPasswordHash(db, userId)
  if (hash === undefined) return demandProof(caller, 'recent')
  if (password === undefined || password === '') throw new InvalidFields({ password: messages.required })
  await limiter.take([{ rule: 'proofOfAccount', subject: userId }])
  if (await verifyPassword(hash, password)) return keepProof(db, sessionId, clock.now())
  log.info({ user: userId }, 'password not confirmed')
  throw new InvalidFields({ password: identityMessages['wrong-password'].message })
}
