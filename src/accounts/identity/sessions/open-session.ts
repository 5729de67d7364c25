import type { FastifyReply, FastifyRequest } from 'fastify'
import { startTrial } from '#accounts/billing/subscription/start-trial.ts'
import { hasSeller, openMissingSeller } from '#accounts/people/change-seller.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { findPasswordHash } from '../account/store.ts'
import type { Bearer } from './bearer.ts'
import type { Session, User } from '../contract.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { CookieClaim, SessionCookie } from './session-cookie.ts'
import { startSession } from './sessions.ts'

export type SessionServices = Services & {
  readonly bearer: Bearer
  readonly cookie: SessionCookie
  readonly deviceCookie: DeviceCookie
}

/**
 * Signs a person in who has proved who they are: a new session, its cookie, and its first bearer token. In a browser
 * that does not know them they are told by mail, unless they have just signed up (`isNew`) or never confirmed their
 * address: a stranger who was named there by mistake would be written to again and again.
 *
 * A passkey proves by a sign-in who they are, as does any other way in of who has no password; who is new has just chosen theirs.
 */
export async function openSession(
  services: SessionServices,
  user: UserRow,
  request: FastifyRequest,
  reply: FastifyReply,
  { isNew = false, isByPasskey = false } = {},
): Promise<Session> {
  const { db, deviceCookie, log } = services
  const isNotified = !isNew && user.emailVerified && deviceCookie.deviceOf(request, user.id) === undefined
  const isProof = isNew || isByPasskey || (await findPasswordHash(db, user.id)) === undefined
  const claim = await startSession(services, user.id, request, { isNotified, isProof })
  log.info({ user: user.id, session: claim.sessionId }, 'signed in')
  const session = await giveSession(services, user, claim, reply)
  deviceCookie.remember(request, reply, user.id)
  return session
}

/** Answers a session that is open, with the cookie of this claim; its seller and the trial are made if a step failed before. */
export async function giveSession(
  { db, bearer, clock, cookie }: SessionServices,
  user: UserRow,
  claim: CookieClaim,
  reply: FastifyReply,
): Promise<Session> {
  if (!(await hasSeller(db, user.id))) {
    await inTransaction(db, async (tx) => {
      const sellerId = await openMissingSeller(tx, user.id, user.name)
      if (sellerId !== undefined) await startTrial(tx, { sellerId, userId: user.id }, clock.now())
    })
  }
  cookie.write(reply, claim)
  const token = await bearer.issue({ userId: user.id, sessionId: claim.sessionId })
  return { token, user: describeUser(user) }
}

export function describeUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    firstname: row.firstname,
    lastName: row.lastName,
    photo: row.image,
    role: row.role,
  }
}
