import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type Caller, demandProof } from '#foundation/http/contract/caller.ts'
import { Failure, InvalidFields } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import type { Limiter, Use } from '#foundation/limits/limiter.ts'
import { giveBackOnOverload, takeFor } from '#foundation/limits/take-for.ts'
import type { Services } from '#registry/services.ts'
import type { DeviceCookie } from '#accounts/identity/sessions/cookies.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'
import { identityMessages } from '../messages.ts'
import { recordProof } from '../sessions/session-store.ts'
import { findPasswordHash } from './stored-password.ts'
import { pretendToVerify, verifyPassword } from './password.ts'

/** Whether this is a person's password. If the person or password is missing, the check takes just as long. */
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
 * Requires signed-in people to prove their identity before something that a stolen token must not do: by the password
 * or, where there is none, by a recent sign-in or another proof in this browser. A correct password also counts for later calls in this browser.
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
  if (password === undefined || password === '') throw new InvalidFields({ password: messages.required() })
  const network = clientNetwork(request.ip)
  const isRight = await takeFor(limiter, [{ rule: 'proofOfAccount', subject: userId }], () =>
    verifyPassword(hash, password, network),
  )
  if (isRight) return recordProof(db, sessionId, clock.now())
  log.info({ user: userId }, 'password not confirmed')
  throw new InvalidFields({ password: identityMessages['wrong-password'].message() })
}

/**
 * Checks a password and counts the attempt. Throws TooManyRequests after too many attempts. A browser in which the
 * person has signed in before has its own limit, so guesses made elsewhere cannot lock them out there. Only wrong
 * passwords count towards it. The limit for correct ones is far above normal use. An attempt does not count if its
 * password was never compared.
 */
export async function trySignIn(
  { limiter, deviceCookie }: { readonly limiter: Limiter; readonly deviceCookie: DeviceCookie },
  request: FastifyRequest,
  {
    email,
    userId,
    isRight,
  }: {
    readonly email: string
    readonly userId: string | undefined
    readonly isRight: () => Promise<boolean>
  },
): Promise<boolean> {
  const device = userId === undefined ? undefined : deviceCookie.deviceOf(request, userId)
  const guesses: Use[] =
    device === undefined
      ? [
          { rule: 'signInOfAccount', subject: email },
          { rule: 'signInFromAddress', subject: clientNetwork(request.ip) },
        ]
      : [{ rule: 'signInAtDevice', subject: device }]
  const right: Use = { rule: 'rightPassword', subject: device ?? email }
  const counts = await limiter.count(guesses, [right])
  counts.check(guesses, [right])
  if (!(await giveBackOnOverload(limiter, guesses, isRight))) return false
  await limiter.giveBack(guesses)
  await limiter.count([right])
  return true
}

/** Counts rejected sign-ins, by method and error code. */
export function countRefusals({ signInsRefused }: Pick<Metrics, 'signInsRefused'>) {
  return <Call, Answer>(way: string, signIn: (call: Call) => Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      try {
        return await signIn(call)
      } catch (error) {
        // Asking for a code is a normal step of signing in.
        if (error instanceof Failure && error.code !== 'code-required')
          signInsRefused.inc({ way, reason: error.code })
        throw error
      }
    }
}
