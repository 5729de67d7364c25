import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserRow } from '#accounts/people/read-people.ts'
import type { Services } from '#registry/services.ts'
import { findPasswordHash } from '../password/stored-password.ts'
import type { Bearer } from './bearer.ts'
import type { Session, User } from '../contract.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { CookieClaim, SessionCookie } from './session-cookie.ts'
import { startSession } from './sessions.ts'

export type SessionServices = Services & {
  readonly bearer: Bearer
  readonly cookie: SessionCookie
  readonly deviceCookie: DeviceCookie
  /** Gives a person who has none a shop of their own. */
  readonly openShop: (services: Pick<Services, 'db' | 'clock'>, user: UserRow) => Promise<void>
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

/** Answers a session that is open, with the cookie of this claim; its shop is opened if a step failed before. */
export async function giveSession(
  services: SessionServices,
  user: UserRow,
  claim: CookieClaim,
  reply: FastifyReply,
): Promise<Session> {
  const { bearer, cookie } = services
  await services.openShop(services, user)
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
