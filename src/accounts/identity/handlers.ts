import type { FastifyRequest } from 'fastify'
import { findUser, findUserByEmail } from '#accounts/people/read-people.ts'
import { NotSignedIn } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import { findPasswordHash } from './password/stored-password.ts'
import { isPasswordOf, proveIdentity, trySignIn } from './password/check-password.ts'
import type { identityContract } from './contract.ts'
import { IdentityRefused, NoPassword, PasskeyRefused } from './errors.ts'
import { securityMessages } from './messages.ts'
import { originOf } from './notify.ts'
import { checkOrigin, checkOwnRequest } from './sessions/cookies.ts'
import { beginPasskeySignIn, checkPasskey } from './passkeys/passkeys.ts'
import type { SecretBox } from '#foundation/values/secret-box.ts'
import { passSecondFactor } from './second-factor/second-factor.ts'
import { deleteSession } from './sessions/session-store.ts'
import { renewSession, giveSession, openSession, type SessionServices } from './sessions/sessions.ts'

type IdentityServices = SessionServices & {
  readonly publicUrl: string
  readonly limiter: Limiter
  readonly secretBox: SecretBox
}

export function identityHandlers(services: IdentityServices): Handlers<typeof identityContract> {
  const { db, bearer, cookie, log, publicUrl, limiter } = services
  return {
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
      if (user === undefined) throw new PasskeyRefused(securityMessages.passkeyUnknown())
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
