import type { FastifyRequest } from 'fastify'
import { checkInvitation, redeemInvitation } from '#accounts/invitations/redeem-invitation.ts'
import { insertUser } from '#accounts/people/change-user.ts'
import { findUser, findUserByEmail } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { NotSignedIn } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { giveBackOnOverload } from '#foundation/limits/take-for.ts'
import type { Links } from './account/links.ts'
import { findPasswordHash, setPasswordHash } from './account/store.ts'
import { isPasswordOf, proveIdentity } from './password/check-password.ts'
import type { identityContract } from './contract.ts'
import { IdentityRefused, NoPassword, PasskeyRefused } from './errors.ts'
import { securityMessages } from './messages.ts'
import { originOf } from './notify.ts'
import { giveSession, openSession, type SessionServices } from './sessions/open-session.ts'
import { checkOrigin, checkOwnRequest } from './sessions/own-request.ts'
import { beginPasskeySignIn, checkPasskey } from './passkeys/passkeys.ts'
import { hashPassword } from './password/password.ts'
import { refuseWeakPassword } from './password/refuse-weak-password.ts'
import { passSecondFactor } from './second-factor/second-factor.ts'
import type { SecretBox } from './second-factor/secret-box.ts'
import { deleteSession } from './sessions/session-store.ts'
import { renewSession } from './sessions/sessions.ts'
import { trySignIn } from './password/sign-in-budget.ts'

type IdentityServices = SessionServices & {
  readonly publicUrl: string
  readonly limiter: Limiter
  readonly secretBox: SecretBox
  readonly links: Links
}

export function identityHandlers(services: IdentityServices): Handlers<typeof identityContract> {
  const { db, clock, bearer, cookie, log, publicUrl, limiter, links } = services
  return {
    async signUp({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      const network = clientNetwork(request.ip)
      const uses = [{ rule: 'registerFromAddress', subject: network }] as const
      await limiter.take(uses)
      const email = body.email.toLowerCase()
      if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
      await refuseWeakPassword(body.password, body)
      const { name, password, invitation } = body
      if (invitation !== undefined) await checkInvitation(db, invitation, email, clock.now())
      const hash = await giveBackOnOverload(limiter, uses, () => hashPassword(password, network))
      const user = await inTransaction(db, async (tx) => {
        const made = await insertUser(tx, { id: newId(), name, email })
        // Another sign-up with this email has won meanwhile.
        if (made === undefined) throw new IdentityRefused('email-already-in-use')
        await setPasswordHash(tx, made.id, hash, clock.now())
        if (invitation === undefined) return made
        // Before the shop of their own is made: who joins a team needs none. A Partner's invitation gives the role.
        const now = clock.now()
        await redeemInvitation(services, tx, invitation, made.id, now)
        const joined = (await findUser(tx, made.id)) ?? made
        const { id: userId, emailVerified } = joined
        if (!emailVerified) await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
        return joined
      })
      return openSession(services, user, request, reply, { isNew: true })
    },

    async signIn({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      const email = body.email.toLowerCase()
      const user = await findUserByEmail(db, email)
      const network = clientNetwork(request.ip)
      const isRight = await trySignIn(services, request, {
        email,
        userId: user?.id,
        isRight: () => isPasswordOf(db, user?.id, { password: body.password, network }),
      })
      if (user === undefined) {
        log.info('sign-in failed: unknown account')
        throw new IdentityRefused('user-not-found')
      }
      if (!isRight) {
        log.info({ user: user.id }, 'sign-in failed')
        throw new IdentityRefused('wrong-password')
      }
      await passSecondFactor(services, user.id, body.code, originOf(request))
      return openSession(services, user, request, reply)
    },

    async passkeyOptions({ request }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'passkeyFromAddress', subject: clientNetwork(request.ip) }])
      return beginPasskeySignIn(services)
    },

    async signInWithPasskey({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'passkeyFromAddress', subject: clientNetwork(request.ip) }])
      const user = await findUser(db, await checkPasskey(services, body.response))
      if (user === undefined) throw new PasskeyRefused(securityMessages.passkeyUnknown)
      return openSession(services, user, request, reply, { isByPasskey: true })
    },

    async refresh({ request, reply }) {
      checkOwnRequest(request, publicUrl)
      await limiter.take([{ rule: 'refreshFromAddress', subject: clientNetwork(request.ip) }])
      const claim = cookie.read(request)
      const renewed = claim === undefined ? undefined : await renewSession(services, claim)
      const user = renewed === undefined ? undefined : await findUser(db, renewed.userId)
      if (renewed === undefined || user === undefined) {
        if (claim !== undefined) cookie.clear(reply)
        throw new NotSignedIn()
      }
      return giveSession(services, user, renewed, reply)
    },

    async signOut({ request, reply }) {
      checkOwnRequest(request, publicUrl)
      for (const claim of [cookie.read(request), await bearer.read(bearerOf(request))]) {
        if (claim === undefined) continue
        await deleteSession(db, claim.sessionId)
        log.info({ session: claim.sessionId }, 'signed out')
      }
      cookie.clear(reply)
      return {}
    },

    readProof: async ({ caller }) => ({ isRecent: caller.proof === 'recent' }),

    async prove({ caller, body, request }) {
      if ((await findPasswordHash(db, caller.userId)) === undefined) throw new NoPassword()
      await proveIdentity(services, { caller, request }, body.password)
      return {}
    },
  }
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}
