import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { findPasswordHash } from '#accounts/identity/password/stored-password.ts'
import type { Session, User } from '#accounts/identity/contract.ts'
import type { Database } from '#foundation/db/schema.ts'
import { endSessions } from '#accounts/identity/account/store.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { notify, originOf, shortAddress } from '../notify.ts'
import {
  type CookieClaim,
  longestSession,
  type SessionCookie,
  sessionLifetime,
  type DeviceCookie,
} from './cookies.ts'
import { deleteSession, findLiveSession, insertSession, rotateSession } from './session-store.ts'
import type { Bearer } from './bearer.ts'

/** How long a used cookie is still accepted, in seconds, for tabs that renew at the same time. */
const overlap = 30
/** How long an expired link is kept, because its email may still be waiting to be sent. */
const linkRetention = 7 * day

/**
 * Creates a session for a person who has signed in. With `isNotified` they get an email about it. With `isProof` the
 * sign-in counts as a proof of identity for the next minutes.
 */
export async function startSession(
  { db, clock }: Pick<Services, 'db' | 'clock' | 'log'>,
  userId: string,
  request: FastifyRequest,
  { isNotified, isProof }: { readonly isNotified: boolean; readonly isProof: boolean },
): Promise<CookieClaim> {
  const now = clock.now()
  const session = {
    id: newId(),
    userId,
    expiresAt: secondsAfter(now, sessionLifetime),
    ipAddress: shortAddress(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    createdAt: now,
    updatedAt: now,
    provedAt: isProof ? now : null,
  }
  if (isNotified) {
    await inTransaction(db, async (tx) => {
      await insertSession(tx, session)
      await notify(tx, 'new-sign-in', { userId, at: now, origin: originOf(request) })
    })
  } else await insertSession(db, session)
  return { sessionId: session.id, generation: 0 }
}

/**
 * Uses up a session cookie and returns the next one's claim, or undefined if the session has ended. A cookie that was
 * used before comes either from a tab that was a moment late, which gets the same result, or from a stolen copy. In the
 * latter case, we cannot tell the person from the thief, so the session ends for both.
 */
export async function renewSession(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { sessionId, generation }: CookieClaim,
): Promise<(CookieClaim & { readonly userId: string }) | undefined> {
  const now = clock.now()
  const expiresAt = secondsAfter(now, sessionLifetime)
  const renewed = await rotateSession(db, { sessionId, generation, now, expiresAt, longest: longestSession })
  if (renewed !== undefined) return { sessionId, generation: generation + 1, userId: renewed.userId }
  const session = await findLiveSession(db, sessionId, now)
  // The cookie is newer than its session, because the database was restored from an older copy.
  if (session === undefined || generation > session.generation) return undefined
  const isLate = generation === session.generation - 1 && now <= secondsAfter(session.updatedAt, overlap)
  if (isLate) return { sessionId, generation: session.generation, userId: session.userId }
  await deleteSession(db, sessionId)
  log.warn(
    { user: session.userId, session: sessionId },
    'a used session cookie was sent again: session ended',
  )
  return undefined
}

/** Deletes expired sessions, challenges and codes, and emailed links a week after they expire. */
export async function pruneSessions(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const sessions = await pruneOld(services, 'sessions', 0)
  const verifications = await pruneOld(services, 'verifications', 0)
  return sessions + verifications + (await pruneOld(services, 'accountLinks', linkRetention))
}

export type SessionServices = Services & {
  readonly bearer: Bearer
  readonly cookie: SessionCookie
  readonly deviceCookie: DeviceCookie
  /** Gives people without a shop one of their own. */
  readonly openShop: (services: Pick<Services, 'db' | 'clock'>, user: UserRow) => Promise<void>
}

/**
 * Signs in a person who has proved their identity: a new session, its cookie, and its first bearer token. In an unknown
 * browser they get an email, unless they have just signed up (`isNew`) or never confirmed their address, because a
 * mistyped address may belong to someone else.
 *
 * Signing in with a passkey counts as a proof of identity, and so does signing up, or signing in without having a
 * password.
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

/** Returns an open session with the cookie of this claim. Opens the person's shop if an earlier step failed. */
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

/** Signs a person out everywhere, in case someone else has one of their sessions. */
export async function endAllSessions(tx: Transaction<Database>, userId: string): Promise<void> {
  await endSessions(tx, userId, null)
}

/** How long a proof of identity counts in the browser that gave it, in seconds. */
const proofLifetime = 10 * 60

/**
 * The proof of identity that a request carries besides its bearer token. The token is in local storage, where a
 * script or someone at an unlocked laptop can read it, but the cookie of the same session is not. A cookie one
 * generation old belongs to a tab that is renewing at the same time.
 */
export function shownProof(
  claim: CookieClaim | undefined,
  session: { readonly sessionId: string; readonly generation: number; readonly provedAt: Date | null },
  now: Date,
): Caller['proof'] {
  const isOwn = claim?.sessionId === session.sessionId && claim.generation >= session.generation - 1
  if (!isOwn) return 'none'
  const { provedAt } = session
  return provedAt !== null && now <= secondsAfter(provedAt, proofLifetime) ? 'recent' : 'browser'
}
