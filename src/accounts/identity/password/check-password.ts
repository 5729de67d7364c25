import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Database } from '#foundation/db/schema.ts'
import { demandProof, type Caller } from '#foundation/http/contract/caller.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import type { Services } from '#registry/services.ts'
import { findPasswordHash } from './stored-password.ts'
import { identityMessages } from '../messages.ts'
import { pretendToVerify, verifyPassword } from './password.ts'
import { recordProof } from '../sessions/session-store.ts'

/** Whether this is the password of a person, if there is such a one. Who has none costs the same work. */
export async function isPasswordOf(
  db: Kysely<Database>,
  userId: string | undefined,
  { password, network }: { readonly password: string; readonly network: string },
): Promise<boolean> {
  const hash = userId === undefined ? undefined : await findPasswordHash(db, userId)
  if (hash !== undefined) return verifyPassword(hash, password, network)
  await pretendToVerify(password, network)
  return false
}

/**
 * Asks who is signed in to prove it again before something that a stolen token must not do: by the password, or, where
 * there is none, by a sign-in or another proof of the last minutes in this browser. A right password counts for what follows
 * in this browser as well.
 *
 * Throws InvalidFields at `password`, NotAllowed `proof_required` or `other_browser`, TooManyRequests or Overloaded.
 */
export async function proveIdentity(
  { db, clock, log, limiter }: Pick<Services, 'db' | 'clock' | 'log'> & { readonly limiter: Limiter },
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  password: string | undefined,
): Promise<void> {
  const { userId, sessionId } = caller
  const hash = await findPasswordHash(db, userId)
  if (hash === undefined) return demandProof(caller, 'recent')
  if (password === undefined || password === '') throw new InvalidFields({ password: messages.required })
  const network = clientNetwork(request.ip)
  const isRight = await takeFor(limiter, [{ rule: 'proofOfAccount', subject: userId }], () =>
    verifyPassword(hash, password, network),
  )
  if (isRight) return recordProof(db, sessionId, clock.now())
  log.info({ user: userId }, 'password not confirmed')
  throw new InvalidFields({ password: identityMessages['wrong-password'].message })
}
