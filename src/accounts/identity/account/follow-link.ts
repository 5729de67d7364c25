import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { confirmAddress } from '#accounts/people/change-user.ts'
import { findUserByEmail, lockUser, readUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { accountMessages } from '#accounts/identity/messages.ts'
import { reclaimAccount, type ReclaimTeam } from '#accounts/identity/ways-in.ts'
import { IdentityRefused } from '../errors.ts'
import { notify, originOf, type Origin } from '../notify.ts'
import type { SessionCookie } from '../sessions/cookies.ts'
import { findLiveSession } from '../sessions/session-store.ts'
import type { linkOutcome } from './contract.ts'
import type { Links } from './links.ts'
import { countOpenLinks, endLinks, findLinkByHash, useLink } from './store.ts'

type Outcome = z.output<typeof linkOutcome>
type Link = NonNullable<Awaited<ReturnType<typeof findLinkByHash>>>

export type FollowParts = Services & {
  readonly links: Links
  readonly cookie: SessionCookie
  readonly reclaimTeam: ReclaimTeam
}

/** The person who followed a link, when and from where, and what else to end at a first confirmation. */
type Step = {
  readonly now: Date
  readonly origin: Origin
  readonly keptSessionId: string | null
  readonly reclaimTeam: ReclaimTeam
}

/**
 * Confirms an email address, or one side of its change, by the key of an emailed link. Following the link again gives
 * the same result until something else changes.
 */
export async function followLink(
  { db, clock, links, cookie, reclaimTeam }: FollowParts,
  key: string,
  request: FastifyRequest,
): Promise<Outcome> {
  const now = clock.now()
  const link = await findFollowed({ db, links }, key, now)
  const sessionId = cookie.read(request)?.sessionId
  const session = sessionId === undefined ? undefined : await findLiveSession(db, sessionId, now)
  const isOwn = sessionId !== undefined && session?.userId === link.userId
  const step = { now, origin: originOf(request), keptSessionId: isOwn ? sessionId : null, reclaimTeam }
  const outcome = await inTransaction(db, (tx) =>
    link.changeId === null ? confirm(tx, link, step) : agree(tx, link, link.changeId, step),
  )
  request.log.info({ user: link.userId }, `email ${outcome === 'waiting' ? 'change waits' : outcome}`)
  return { outcome, email: link.email }
}

/** The link with this key, unless it can no longer confirm anything. */
export async function findFollowed(
  { db, links }: Pick<FollowParts, 'db' | 'links'>,
  key: string,
  now: Date,
): Promise<Link> {
  const link = await findLinkByHash(db, links.hashOf(key), now)
  if (link === undefined || link.kind === 'reset') throw linkOver()
  if (link.changeId === null && (await readUser(db, link.userId)).email !== link.email) throw linkOver()
  return link
}

async function confirm(tx: Transaction<Database>, link: Link, step: Step): Promise<'confirmed'> {
  const user = await lockUser(tx, link.userId)
  if (user.email !== link.email) throw linkOver()
  await useLink(tx, link.id, step.now)
  if (!user.emailVerified) await confirmFirst(tx, user.id, user.email, step)
  return 'confirmed'
}

async function agree(
  tx: Transaction<Database>,
  link: Link,
  changeId: string,
  step: Step,
): Promise<'changed' | 'waiting'> {
  const { now, origin } = step
  const user = await lockUser(tx, link.userId)
  if (user.email === link.email) return 'changed'
  const isFirst = await useLink(tx, link.id, now)
  if ((await countOpenLinks(tx, changeId)) > 0) return 'waiting'
  // This change of address took effect, but a later one has replaced it.
  if (!isFirst) throw linkOver()
  if ((await findUserByEmail(tx, link.email)) !== undefined) throw new IdentityRefused('email-already-in-use')
  if (user.emailVerified) await confirmAddress(tx, user.id, { email: link.email, updatedAt: now })
  else await confirmFirst(tx, user.id, link.email, step)
  // Links sent to the old address stop working.
  await endLinks(tx, user.id, ['reset', 'confirm'], now)
  await notify(tx, 'email-changed', { userId: user.id, at: now, origin, recipient: user.email })
  return 'changed'
}

/** The account's email address was never confirmed, so anything added to the account may be an intruder's. */
async function confirmFirst(
  tx: Transaction<Database>,
  userId: string,
  email: string,
  { now, origin, keptSessionId, reclaimTeam }: Step,
): Promise<void> {
  await confirmAddress(tx, userId, { email, updatedAt: now })
  await reclaimAccount(tx, reclaimTeam, { userId, keptSessionId, at: now, origin })
}

function linkOver(): InvalidFields {
  return new InvalidFields({ token: accountMessages.linkOver() })
}
