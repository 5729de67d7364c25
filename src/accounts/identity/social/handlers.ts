import type { FastifyInstance } from 'fastify'
import { findUserByEmail } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { NotAllowed, found, NotFound } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { openSession } from '#accounts/identity/sessions/sessions.ts'
import { checkOrigin } from '#accounts/identity/sessions/cookies.ts'
import { securityMessages } from '../messages.ts'
import { notify, originOf } from '../notify.ts'
import { passSecondFactor } from '../second-factor/second-factor.ts'
import { recordProof } from '../sessions/session-store.ts'
import { ConnectedElsewhere, IssuerUnreachable } from '../errors.ts'
import type { socialContract, SocialProfile } from './contract.ts'
import { SocialSignInFailed, type OpenId } from './open-id.ts'
import {
  type SealedProfile,
  saveProfile,
  readProfile,
  takeProfile,
  type SocialServices,
  vouchesForFactor,
} from './social-sign-in.ts'
import { findUserByIdentity, insertIdentity } from './identities.ts'

export const callbackPath = '/api/authentication/social/callback'

export function socialHandlers(services: SocialServices): Handlers<typeof socialContract> {
  const { db, clock, publicUrl, limiter, cookies, openId, log } = services
  return {
    async startSocialSignIn({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      if (openId === undefined) throw new NotFound()
      await limiter.take([{ rule: 'socialFromAddress', subject: clientNetwork(request.ip) }])
      const { url, flow } = await openId.start().catch((error: unknown) => {
        log.error({ err: error }, 'the issuer of social sign-ins cannot be reached')
        throw new IssuerUnreachable()
      })
      await cookies.setFlow(reply, { ...flow, to: body.to })
      return { url }
    },

    async getSocialProfile({ request }) {
      const profile = await readProfile(services, request)
      if (profile === undefined || openId === undefined) throw new NotFound()
      return { ...profile, standing: await standingOf(services, openId, profile) }
    },

    async finishSocialSignIn({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      const profile = await readProfile(services, request)
      if (profile === undefined || openId === undefined) throw new NotFound()
      const user = found(await findUserByIdentity(db, openId.issuer, profile.uid))
      if (!(await vouchesForFactor(db, user.id, { ...profile, issuer: openId.issuer })))
        await passSecondFactor(services, user.id, body.code, originOf(request))
      if (!(await takeProfile(db, profile, clock.now()))) throw new NotFound()
      request.log.info({ user: user.id }, 'signed in through the issuer')
      cookies.clearProfile(reply)
      return openSession(services, user, request, reply)
    },

    async proveSocially({ request, reply, caller: { userId, sessionId } }) {
      checkOrigin(request, publicUrl)
      const profile = await readProfile(services, request)
      if (profile === undefined || openId === undefined) throw new NotFound()
      const user = await findUserByIdentity(db, openId.issuer, profile.uid)
      if (user?.id !== userId) throw new NotAllowed('other_person', securityMessages.otherPerson(openId.name))
      await inTransaction(db, async (tx) => {
        if (!(await takeProfile(tx, profile, clock.now()))) throw new NotFound()
        await recordProof(tx, sessionId, clock.now())
      })
      cookies.clearProfile(reply)
      return {}
    },

    async connectSocialSignIn({ request, reply, caller }) {
      checkOrigin(request, publicUrl)
      const profile = await readProfile(services, request)
      if (profile === undefined || openId === undefined) throw new NotFound()
      const { issuer, name } = openId
      const { userId } = caller
      const { uid } = profile
      await inTransaction(db, async (tx) => {
        if (!(await takeProfile(tx, profile, clock.now()))) throw new NotFound()
        const before = await findUserByIdentity(tx, issuer, uid)
        const owner = await insertIdentity(tx, { userId, issuer, uid, at: clock.now() })
        if (owner !== userId) throw new ConnectedElsewhere()
        if (before !== undefined) return
        const notice = { userId, at: clock.now(), origin: originOf(request), subject: name }
        await notify(tx, 'issuer-connected', notice)
      })
      request.log.info({ user: userId }, 'issuer connected')
      cookies.clearProfile(reply)
      return {}
    },
  }
}

/** Where the issuer redirects the browser. The profile is stored in a cookie, and the page continues. */
export function registerSocialCallback(app: FastifyInstance, services: SocialServices): void {
  const { cookies, openId, limiter } = services
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  app.get(callbackPath, options, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    await limiter.take([{ rule: 'socialFromAddress', subject: clientNetwork(request.ip) }])
    const flow = await cookies.readFlow(request)
    cookies.clearFlow(reply)
    try {
      if (openId === undefined || flow === undefined) throw new SocialSignInFailed('failed')
      const answer = new URL(request.url, 'http://localhost').searchParams
      await saveProfile(services, reply, { ...(await openId.finish(answer, flow)), to: flow.to })
      return await reply.redirect('/login/social')
    } catch (error) {
      if (!(error instanceof SocialSignInFailed)) throw error
      request.log.warn({ err: error, reason: error.reason }, 'sign-in through the issuer failed')
      return reply.redirect(`/login?problem=${error.reason}`)
    }
  })
}

async function standingOf(
  { db }: SocialServices,
  { issuer }: OpenId,
  { uid, email }: SealedProfile,
): Promise<SocialProfile['standing']> {
  if ((await findUserByIdentity(db, issuer, uid)) !== undefined) return 'known'
  return (await findUserByEmail(db, email)) === undefined ? 'new' : 'taken'
}
