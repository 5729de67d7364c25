import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  chargesCard,
  subscribeSeller,
  type SubscribeRequest,
} from '#accounts/billing/subscription/subscribe-seller.ts'
import { tryPlanCard } from '#accounts/billing/try-plan-card.ts'
import { redeemInvitation } from '#accounts/invitations/redeem-invitation.ts'
import { lockUser, readUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { InvalidFields, NotAllowed, NotSignedIn } from '#foundation/failures/failure.ts'
import type { Authorize, Handlers } from '#foundation/http/contract/routes.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import type { Links } from '../account/links.ts'
import { hasLink } from '../account/store.ts'
import { IdentityRefused } from '../errors.ts'
import { originOf } from '../notify.ts'
import { describeUser, openSession } from '../sessions/open-session.ts'
import { checkOrigin } from '../sessions/own-request.ts'
import { passSecondFactor } from '../second-factor/second-factor.ts'
import type { SocialServices } from '../social/social-services.ts'
import { readProfile, takeProfile } from '../social/saved-profile.ts'
import { findUserByIdentity, insertIdentity, insertSocialUser } from '../social/store.ts'
import { vouchesForFactor } from '../social/vouches-for-factor.ts'
import type { RegisterBody, Registration, registrationContract } from './contract.ts'

export type RegistrationServices = SocialServices & {
  readonly authorize: Authorize
  readonly links: Links
}

/** How the browser asks, and the answer to a challenge where it brought one. */
type Asked = { readonly request: FastifyRequest; readonly proof: string | undefined }

export function registrationHandlers(services: RegistrationServices): Handlers<typeof registrationContract> {
  return {
    async register({ body, headers, request, reply }) {
      checkOrigin(request, services.publicUrl)
      const { uid } = body
      return uid === undefined
        ? registerByEmail(services, body, { request, proof: headers[proofHeader] })
        : registerSocially(services, { ...body, uid }, request, reply)
    },
  }
}

/** The identity was made before, and its session asks. */
async function registerByEmail(
  services: RegistrationServices,
  body: RegisterBody,
  asked: Asked,
): Promise<Registration> {
  const { request } = asked
  const { db, clock, bearer, links, authorize } = services
  const caller = await authorize(request, { access: 'signed-in', right: null })
  if (caller === null) throw new NotSignedIn()
  const { userId, sessionId } = caller
  const user = await readUser(db, userId)
  if (user.email !== body.email.toLowerCase()) {
    throw new InvalidFields({ email: 'This is not the address that you signed up with' })
  }
  const { sellerId, role } = caller
  const clientSecret = await subscribe(services, { ...user, sellerId, role }, body, asked)
  if (clientSecret === null) {
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const { email, emailVerified } = await lockUser(tx, userId)
      if (emailVerified || (await hasLink(tx, userId, 'confirm'))) return
      await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
    })
    request.log.info({ user: userId, seller: sellerId, plan: body.plan }, 'registered')
  }
  return { token: await bearer.issue({ userId, sessionId }), user: describeUser(user), clientSecret }
}

/** Brings the seller to the wanted plan; answers the secret of a payment that the bank asks about, else null. */
async function subscribe(
  services: RegistrationServices,
  who: Pick<SubscribeRequest, 'sellerId' | 'email' | 'name' | 'role'>,
  { plan, paymentMethodId = null }: RegisterBody,
  { request, proof }: Asked,
): Promise<string | null> {
  // Every new seller has the trial already, which is what no choice means.
  if (plan === 'None') return null
  const { sellerId, email, name, role } = who
  const work = () => subscribeSeller(services, { sellerId, email, name, role, plan, paymentMethodId })
  const isTry = paymentMethodId !== null || (await chargesCard(services.db, sellerId, plan))
  const network = clientNetwork(request.ip)
  const uses =
    paymentMethodId === null ? [] : [{ rule: 'registerCardFromAddress', subject: network } as const]
  const outcome = isTry ? await tryPlanCard(services, { sellerId, network, proof, uses }, work) : await work()
  return outcome.status === 'requires_action' ? outcome.clientSecret : null
}

/** The issuer has just vouched for this person; an account with the same address is never taken over. */
async function registerSocially(
  services: RegistrationServices,
  { uid, email, firstname, lastName, invitation }: RegisterBody & { readonly uid: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Registration> {
  const { db, clock, limiter, cookies, openId } = services
  const profile = await readProfile(services, request)
  const isProved = profile !== undefined && profile.uid === uid && profile.email === email.toLowerCase()
  if (openId === undefined || !isProved) throw notVouchedFor()
  const { issuer } = openId
  await limiter.take([{ rule: 'registerFromAddress', subject: clientNetwork(request.ip) }])
  const names = { firstname: firstname ?? profile.firstname, lastName: lastName ?? profile.lastName }
  const known = await findUserByIdentity(db, issuer, uid)
  // Registering again is signing in, and no way around the second factor.
  if (known !== undefined && !(await vouchesForFactor(db, known.id, { ...profile, issuer })))
    await passSecondFactor(services, known.id, undefined, originOf(request))
  const user = await inTransaction(db, async (tx) => {
    if (!(await takeProfile(tx, profile, clock.now()))) throw notVouchedFor()
    if (known !== undefined) return known
    const made = await insertSocialUser(tx, { email: profile.email, ...names })
    if (made === undefined) throw new IdentityRefused('email-already-in-use')
    await insertIdentity(tx, { userId: made.id, issuer, uid, at: clock.now() })
    if (invitation === undefined) return made
    // Before the shop of their own is made: who joins a team needs none.
    await redeemInvitation(services, tx, invitation, made.id, clock.now())
    return readUser(tx, made.id)
  })
  request.log.info({ user: user.id }, 'registered by the issuer')
  cookies.clearProfile(reply)
  return {
    ...(await openSession(services, user, request, reply, { isNew: known === undefined })),
    clientSecret: null,
  }
}

function notVouchedFor(): NotAllowed {
  return new NotAllowed(
    'not_vouched_for',
    'Start the social sign-in again: it was not completed in this browser.',
  )
}
