import type { FastifyRequest } from 'fastify'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { notify, originOf } from '../notify.ts'
import { longestSession, sessionLifetime, type CookieClaim } from './session-cookie.ts'
import { deleteSession, findLiveSession, insertSession, rotateSession } from './session-store.ts'
import { shortAddress } from '../short-address.ts'

/** Seconds in which a cookie that was just used up is still taken, for tabs that renew at the same time. */
const overlap = 30
/** How long a link that is over is kept: its mail may still wait to be sent. */
const linkRetention = 7 * day

type SessionServices = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * Makes a session for a person who has signed in; with `isNotified` they are told of it by mail, with `isProof` the sign-in counts as
 * a proof of who they are for the next minutes.
 */
export async function startSession(
  { db, clock }: SessionServices,
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
 * Uses a cookie up and answers what the next one claims; undefined when the session has ended. A cookie that was used
 * up before is either a tab that was a moment late, which gets what the first one got, or a copy in foreign hands:
 * nobody can tell whose, so the session ends for both.
 */
export async function renewSession(
  { db, clock, log }: SessionServices,
  { sessionId, generation }: CookieClaim,
): Promise<(CookieClaim & { readonly userId: string }) | undefined> {
  const now = clock.now()
  const expiresAt = secondsAfter(now, sessionLifetime)
  const renewed = await rotateSession(db, { sessionId, generation, now, expiresAt, longest: longestSession })
  if (renewed !== undefined) return { sessionId, generation: generation + 1, userId: renewed.userId }
  const session = await findLiveSession(db, sessionId, now)
  // A cookie newer than its session: the store is an older copy.
  if (session === undefined || generation > session.generation) return undefined
  const isLate = generation === session.generation - 1 && now <= secondsAfter(session.updatedAt, overlap)
  if (isLate) return { sessionId, generation: session.generation, userId: session.userId }
  await deleteSession(db, sessionId)
  log.warn({ user: session.userId, session: sessionId }, 'a used-up session cookie came back: session ended')
  return undefined
}

/** Deletes sessions, challenges and codes that are over, and the links of mails a week after. */
export async function pruneSessions(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const sessions = await pruneOld(services, 'sessions', 0)
  const verifications = await pruneOld(services, 'verifications', 0)
  return sessions + verifications + (await pruneOld(services, 'accountLinks', linkRetention))
}
