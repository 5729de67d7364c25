import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#db/database.ts'
import { InvalidFields, NotAllowed, NotSignedIn } from '#http/failures.ts'
import type { Authorize, Handlers } from '#http/routes.ts'
import { clientNetwork } from '#limits/client-address.ts'
import type { Links } from '../account/links.ts'
import { findUser, hasLink, lockUser } from '../account/store.ts'
import type { Session } from '../contract.ts'
import { IdentityRefused } from '../failures.ts'
import { describeUser, openSession } from '../open-session.ts'
import { checkOrigin } from '../own-request.ts'
import type { SocialParts } from '../social/handlers.ts'
import { findUserByIdentity, insertIdentity, insertSocialUser } from '../social/store.ts'
import type { RegisterBody, registrationContract } from './contract.ts'

export type RegistrationParts = SocialParts & {
  readonly authorize: Authorize
  readonly links: Links
}

export function registrationHandlers(parts: RegistrationParts): Handlers<typeof registrationContract> {
  return {
    async register({ body, request, reply }) {
      checkOrigin(request, parts.publicUrl)
      const { uid } = body
      return uid === undefined
        ? registerByEmail(parts, body, request)
        : registerSocially(parts, { ...body, uid }, request, reply)
    },
  }
}

/** The identity was made before, and its session asks. */
async function registerByEmail(
  parts: RegistrationParts,
  body: RegisterBody,
  request: FastifyRequest,
): Promise<Session> {
  const { db, clock, bearer, links, authorize } = parts
  const caller = await authorize(request, 'signed-in')
  if (caller === null) throw new NotSignedIn()
  const { userId, sessionId } = caller
  const user = await findUser(db, userId)
  if (user.email !== body.email.toLowerCase()) {
    throw new InvalidFields({ email: 'This is not the address that you signed up with' })
  }
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    if (user.emailVerified || (await hasLink(tx, userId, 'confirm'))) return
    await links.send(tx, { kind: 'confirm', userId, email: user.email, recipient: user.email, now })
  })
  request.log.info({ user: userId, seller: caller.sellerId, plan: body.plan }, 'registered')
  return { token: await bearer.issue({ userId, sessionId }), user: describeUser(user) }
}

/** The issuer has just vouched for this person; an account with the same address is never taken over. */
async function registerSocially(
  parts: RegistrationParts,
  { uid, email, firstname, lastName }: RegisterBody & { readonly uid: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { db, limiter, cookies, openId } = parts
  const profile = await cookies.readProfile(request)
  const isProved = profile !== undefined && profile.uid === uid && profile.email === email.toLowerCase()
  if (openId === undefined || !isProved) {
    throw new NotAllowed(
      'not_vouched_for',
      'Begin the social sign-in again: it was not completed in this browser.',
    )
  }
  const { issuer } = openId
  await limiter.take([{ rule: 'registerFromAddress', subject: clientNetwork(request.ip) }])
  const names = { firstname: firstname ?? profile.firstname, lastName: lastName ?? profile.lastName }
  const user =
    (await findUserByIdentity(db, issuer, uid)) ??
    (await inTransaction(db, async (tx) => {
      const made = await insertSocialUser(tx, { email: profile.email, ...names })
      if (made === undefined) throw new IdentityRefused('email-already-in-use')
      await insertIdentity(tx, { userId: made.id, issuer, uid })
      return made
    }))
  request.log.info({ user: user.id }, 'registered by the issuer')
  cookies.forgetProfile(reply)
  return openSession(parts, user, request, reply)
}
