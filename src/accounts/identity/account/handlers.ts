import type { Transaction } from 'kysely'
import { confirmAddress } from '#accounts/people/change-user.ts'
import { findUserByEmail, lockUser, readUser } from '#accounts/people/read-people.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { listAdditions, removeAdditions, reclaimAccount } from '#accounts/identity/ways-in.ts'
import { proveIdentity } from '../password/check-password.ts'
import { IdentityRefused } from '../errors.ts'
import { identityMessages, accountMessages } from '../messages.ts'
import { describeNotice, notify, originOf, type Origin } from '../notify.ts'
import { hashPassword, verifyPassword, refuseWeakPassword } from '../password/password.ts'
import { findPasswordHash, setPasswordHash } from '../password/stored-password.ts'
import type { accountContract } from './contract.ts'
import { findFollowed, followLink, type FollowParts } from './follow-link.ts'
import { endLinks, endSessions, findLinkByHash, hasSocialIdentity, useLink } from './store.ts'

export type AccountServices = FollowParts & { readonly limiter: Limiter }

export function accountHandlers(services: AccountServices): Handlers<typeof accountContract> {
  const { db, clock, limiter, links } = services
  return {
    async forgotPassword({ body, request }) {
      const email = body.email.toLowerCase()
      await limiter.take([{ rule: 'forgotOfAccount', subject: email }])
      const user = await findUserByEmail(db, email)
      if (user !== undefined) {
        const link = { kind: 'reset', userId: user.id, email, recipient: email, now: clock.now() } as const
        await inTransaction(db, (tx) => links.send(tx, link))
      }
      request.log.info({ user: user?.id ?? null }, 'password reset asked')
      return {}
    },

    async openReset({ body }) {
      const link = await findReset(services, body.token)
      return listAdditions(db, link.userId, services.config, clock.now())
    },

    async resetPassword({ body, request }) {
      const now = clock.now()
      const link = await findReset(services, body.token)
      const { userId, email } = link
      await refuseWeakPassword(body.password, await readUser(db, userId))
      const hash = await hashPassword(body.password, clientNetwork(request.ip))
      await inTransaction(db, async (tx) => {
        const user = await lockUser(tx, userId)
        if (!(await useLink(tx, link.id, now))) throw linkOver()
        await setPassword(tx, { userId, hash, keptSessionId: null, now, origin: originOf(request) })
        // Anyone with the link can read the email at this address.
        if (user.email !== email) return
        if (body.remove !== undefined) {
          const { config } = services
          await removeAdditions(tx, body.remove, { userId, at: now, origin: originOf(request), config })
        }
        if (!user.emailVerified) {
          const taken = { userId, keptSessionId: null, at: now, origin: originOf(request) }
          await reclaimAccount(tx, services.reclaimTeam, taken)
        }
        await confirmAddress(tx, userId, { email, updatedAt: now })
      })
      request.log.info({ user: userId }, 'password reset')
      return {}
    },

    async openConfirmation({ body }) {
      const { email } = await findFollowed(services, body.token, clock.now())
      return { email }
    },

    async confirmEmail({ body, request }) {
      return followLink(services, body.token, request)
    },

    async resendConfirmation({ caller }) {
      await limiter.take([{ rule: 'confirmOfAccount', subject: caller.userId }])
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        const { id: userId, email, emailVerified } = await lockUser(tx, caller.userId)
        if (emailVerified) return
        await endLinks(tx, userId, ['confirm'], now)
        await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
      })
      return {}
    },

    async changeEmail({ body, caller, request }) {
      const { userId } = caller
      await takeFor(limiter, [{ rule: 'changeOfAccount', subject: userId }], () =>
        proveIdentity(services, { caller, request }, body.password),
      )
      const email = body.email.toLowerCase()
      const now = clock.now()
      const user = await readUser(db, userId)
      if (user.email === email) throw new InvalidFields({ email: accountMessages.sameEmail() })
      if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
      const change = { userId, email, changeId: newId(), now }
      await inTransaction(db, async (tx) => {
        const { email: oldEmail, emailVerified } = await lockUser(tx, userId)
        await endLinks(tx, userId, ['change-from', 'change-to'], now)
        await links.send(tx, { ...change, kind: 'change-to', recipient: email })
        // An unconfirmed address may be a typo, so we cannot wait for its agreement.
        const origin = originOf(request)
        if (emailVerified) {
          const data = describeNotice({ at: now, origin })
          await links.send(tx, { ...change, kind: 'change-from', recipient: oldEmail, data })
        } else await notify(tx, 'email-change-asked', { userId, at: now, origin })
      })
      request.log.info({ user: userId }, 'email change asked')
      return { asksOldAddress: user.emailVerified }
    },

    async changePassword({ body, caller, request }) {
      const { userId, sessionId } = caller
      const network = clientNetwork(request.ip)
      await checkPassword(services, caller, { currentPassword: body.currentPassword, network })
      await refuseWeakPassword(body.newPassword, await readUser(db, userId), 'newPassword')
      const hash = await hashPassword(body.newPassword, network)
      const now = clock.now()
      await inTransaction(db, async (tx) => {
        await lockUser(tx, userId)
        await setPassword(tx, { userId, hash, keptSessionId: sessionId, now, origin: originOf(request) })
      })
      request.log.info({ user: userId }, 'password changed')
      return {}
    },

    async getSignInMethods({ caller }) {
      const [hash, hasSocialSignIn] = await Promise.all([
        findPasswordHash(db, caller.userId),
        hasSocialIdentity(db, caller.userId),
      ])
      return { hasPassword: hash !== undefined, hasSocialSignIn }
    },
  }
}

/** A password reset link that can still be used. */
async function findReset({ db, clock, links }: AccountServices, token: string) {
  const link = await findLinkByHash(db, links.hashOf(token), clock.now())
  if (link === undefined || link.kind !== 'reset' || link.usedAt !== null) throw linkOver()
  return link
}

function linkOver(): InvalidFields {
  return new InvalidFields({ token: accountMessages.linkOver() })
}

/** People with a session must also enter the password. Guesses count as they do at sign-in. */
async function checkPassword(
  { db, limiter }: AccountServices,
  { userId }: Caller,
  { currentPassword, network }: { readonly currentPassword: string; readonly network: string },
): Promise<void> {
  const hash = await findPasswordHash(db, userId)
  if (hash === undefined) throw new InvalidFields({ currentPassword: accountMessages.noPassword() })
  const isRight = await takeFor(limiter, [{ rule: 'proofOfAccount', subject: userId }], () =>
    verifyPassword(hash, currentPassword, network),
  )
  if (isRight) return
  throw new InvalidFields({ currentPassword: identityMessages['wrong-password'].message() })
}

/** Setting a new password ends the sessions and other reset links, and the owner gets an email. */
async function setPassword(
  tx: Transaction<Database>,
  change: {
    readonly userId: string
    readonly hash: string
    readonly keptSessionId: string | null
    readonly now: Date
    readonly origin: Origin
  },
): Promise<void> {
  const { userId, hash, keptSessionId, now, origin } = change
  await setPasswordHash(tx, userId, hash, now)
  await endSessions(tx, userId, keptSessionId)
  await endLinks(tx, userId, ['reset'], now)
  await notify(tx, 'password-changed', { userId, at: now, origin })
}
