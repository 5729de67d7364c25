import { isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import { checkInvitation, redeemInvitation } from '#accounts/invitations/redeem-invitation.ts'
import { uploadAgain } from '#accounts/uploads/contract.ts'
import type { Shelf } from '#accounts/uploads/keep-upload.ts'
import { isOwnPicture } from '#accounts/uploads/own-files.ts'
import { forgetUpload } from '#accounts/uploads/stored-files.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { InvalidFields, NotFound, NotSignedIn } from '#foundation/http/failures.ts'
import type { Handlers } from '#foundation/http/routes.ts'
import { clientNetwork } from '#foundation/limits/client-address.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Auth } from './auth.ts'
import { isPasswordOf } from './check-password.ts'
import type { identityContract } from './contract.ts'
import { IdentityRefused, PasskeyRefused } from './errors.ts'
import { securityMessages } from './messages.ts'
import { originOf } from './notify.ts'
import { describeUser, giveSession, openSession, type SessionServices } from './open-session.ts'
import { checkOrigin, checkOwnRequest } from './own-request.ts'
import { beginPasskeySignIn, checkPasskey } from './passkeys/passkeys.ts'
import { pretendToVerify } from './password.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { passSecondFactor } from './second-factor/second-factor.ts'
import type { SecretBox } from './second-factor/secret-box.ts'
import { deleteSession } from './session-store.ts'
import { renewSession } from './sessions.ts'
import { takeSignIn } from './sign-in-budget.ts'
import { findUser, findUserByEmail, updateUser } from './store.ts'

type IdentityServices = SessionServices & {
  readonly auth: Auth
  readonly publicUrl: string
  readonly limiter: Limiter
  readonly secretBox: SecretBox
  readonly shelf: Shelf
}

export function identityHandlers(services: IdentityServices): Handlers<typeof identityContract> {
  const { db, clock, auth, bearer, cookie, log, publicUrl, limiter, shelf } = services
  return {
    async signUp({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'registerFromAddress', subject: clientNetwork(request.ip) }])
      const email = body.email.toLowerCase()
      if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
      await refuseWeakPassword(body.password, body)
      const { invitation, ...identity } = body
      if (invitation !== undefined) await checkInvitation(db, invitation, email, clock.now())
      const made = await refusing(() => auth.api.signUpEmail({ body: { ...identity, email } })).catch(
        async (error: unknown) => {
          // Another sign-up with this email may have won meanwhile.
          const winner = await findUserByEmail(db, email)
          throw winner === undefined ? error : new IdentityRefused('email-already-in-use')
        },
      )
      const user = await findUserByEmail(db, email)
      // The library answers a made-up user for an email that is taken.
      if (user?.id !== made.user.id) throw new IdentityRefused('email-already-in-use')
      if (invitation === undefined) return openSession(services, user, request, reply, { isNew: true })
      await inTransaction(db, (tx) => redeemInvitation(services, tx, invitation, user.id, clock.now()))
      // A Partner's invitation has given the role.
      const invited = await findUser(db, user.id)
      return openSession(services, invited ?? user, request, reply, { isNew: true })
    },

    async signIn({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      const email = body.email.toLowerCase()
      const user = await findUserByEmail(db, email)
      const budget = await takeSignIn(services, request, { email, userId: user?.id })
      if (user === undefined) {
        await pretendToVerify(body.password)
        log.info('sign-in failed: unknown account')
        throw new IdentityRefused('user-not-found')
      }
      if (!(await isPasswordOf(db, user.id, body.password))) {
        log.info({ user: user.id }, 'sign-in failed')
        throw new IdentityRefused('wrong-password')
      }
      await budget.giveBack()
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
      return openSession(services, user, request, reply)
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

    async getUser({ params, caller }) {
      const row = params.id === caller.userId ? await findUser(db, caller.userId) : undefined
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },

    async updateUser({ params, body, caller }) {
      const before = params.id === caller.userId ? await findUser(db, caller.userId) : undefined
      if (before === undefined) throw new NotFound()
      if (typeof body.photo === 'string' && !(await isOwnPicture(db, caller.sellerId, body.photo))) {
        throw new InvalidFields({ photo: uploadAgain.picture })
      }
      await updateUser(db, caller.userId, body, clock.now())
      if (before.image !== null && body.photo !== undefined && body.photo !== before.image) {
        await forgetUpload(shelf, caller.sellerId, before.image)
      }
      const row = await findUser(db, caller.userId)
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },
  }
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** Says a refusal in our words; what is none, such as a store that fails half-way, is our fault and no refusal. */
async function refusing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    throw new IdentityRefused('other')
  }
}
