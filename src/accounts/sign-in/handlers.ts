import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  chargesCard,
  subscribeSeller,
  type SubscribeRequest,
} from '#accounts/billing/subscription/subscribe-seller.ts'
import { t } from '#foundation/language/t.ts'
import { tryPlanCard } from '#accounts/billing/try-plan-card.ts'
import { type Links, askToConfirm } from '#accounts/identity/account/links.ts'
import type { Session } from '#accounts/identity/contract.ts'
import { IdentityRefused } from '#accounts/identity/errors.ts'
import { originOf } from '#accounts/identity/notify.ts'
import { hashPassword, refuseWeakPassword } from '#accounts/identity/password/password.ts'
import { setPasswordHash } from '#accounts/identity/password/stored-password.ts'
import { passSecondFactor } from '#accounts/identity/second-factor/second-factor.ts'
import { describeUser, openSession } from '#accounts/identity/sessions/sessions.ts'
import { checkOrigin } from '#accounts/identity/sessions/cookies.ts'
import {
  readProfile,
  takeProfile,
  type SocialServices,
  vouchesForFactor,
} from '#accounts/identity/social/social-sign-in.ts'
import { findUserByIdentity, insertIdentity, insertSocialUser } from '#accounts/identity/social/identities.ts'
import { checkInvitation, redeemInvitation } from '#accounts/invitations/redeem-invitation.ts'
import { insertUser } from '#accounts/people/change-user.ts'
import { findUser, findUserByEmail, readUser } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { InvalidFields, NotAllowed, NotSignedIn } from '#foundation/failures/failure.ts'
import type { Authorize, Handlers } from '#foundation/http/contract/routes.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'
import { giveBackOnOverload } from '#foundation/limits/take-for.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { openNamedShop } from './open-shop.ts'
import type { signInContract, RegisterBody, Registration, SignUpBody } from './contract.ts'

export type SignInServices = SocialServices & {
  readonly authorize: Authorize
  readonly links: Links
}

/** The request's network, with the answer to a proof-of-work challenge if there is one. */
type Asked = { readonly request: FastifyRequest; readonly proof: string | undefined }

export function signInHandlers(services: SignInServices): Handlers<typeof signInContract> {
  return {
    async signUp({ body, request, reply }) {
      checkOrigin(request, services.publicUrl)
      return signUp(services, body, request, reply)
    },

    async register({ body, headers, request, reply }) {
      checkOrigin(request, services.publicUrl)
      const { uid } = body
      return uid === undefined
        ? registerByEmail(services, body, { request, proof: headers[proofHeader] })
        : registerSocially(services, { ...body, uid }, request, reply)
    },
  }
}

/** Creates the person's account with a shop, or adds the person to the team that invited them. */
async function signUp(
  services: SignInServices,
  body: SignUpBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { db, clock, limiter, links } = services
  const network = clientNetwork(request.ip)
  const uses = [{ rule: 'registerFromAddress', subject: network }] as const
  await limiter.take(uses)
  const email = body.email.toLowerCase()
  if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
  await refuseWeakPassword(body.password, body)
  const { name, shopName = '', password, invitation } = body
  if (invitation !== undefined) await checkInvitation(db, invitation, email, clock.now())
  const hash = await giveBackOnOverload(limiter, uses, () => hashPassword(password, network))
  const user = await inTransaction(db, async (tx) => {
    const made = await insertUser(tx, { id: newId(), name, email })
    // Another sign-up with this email address finished first.
    if (made === undefined) throw new IdentityRefused('email-already-in-use')
    await setPasswordHash(tx, made.id, hash, clock.now())
    const now = clock.now()
    if (invitation === undefined) {
      await openNamedShop(tx, made.id, shopName === '' ? name : shopName, now)
      return made
    }
    // This happens before the person would get their own shop, because people who join a team need none. A Partner's
    // invitation gives them the role.
    await redeemInvitation(services, tx, invitation, made.id, now)
    const joined = (await findUser(tx, made.id)) ?? made
    const { id: userId, emailVerified } = joined
    if (!emailVerified) await links.send(tx, { kind: 'confirm', userId, email, recipient: email, now })
    return joined
  })
  return openSession(services, user, request, reply, { isNew: true })
}

/** The account was created earlier, and this request comes with its session. */
async function registerByEmail(
  services: SignInServices,
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
    throw new InvalidFields({ email: t('This is not the email address you signed up with') })
  }
  const { sellerId, role } = caller
  const clientSecret = await subscribe(services, { ...user, sellerId, role }, body, asked)
  if (clientSecret === null) {
    const now = clock.now()
    await inTransaction(db, (tx) => askToConfirm(tx, links, userId, now))
    request.log.info({ user: userId, seller: sellerId, plan: body.plan }, 'registered')
  }
  return { token: await bearer.issue({ userId, sessionId }), user: describeUser(user), clientSecret }
}

/**
 * Starts the chosen plan for the seller. Returns the client secret of a payment that needs bank authentication, or
 * null.
 */
async function subscribe(
  services: SignInServices,
  who: Pick<SubscribeRequest, 'sellerId' | 'email' | 'name' | 'role'>,
  { plan, paymentMethodId = null }: RegisterBody,
  { request, proof }: Asked,
): Promise<string | null> {
  // Every new seller already has the trial, which is also the default plan.
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

/** The issuer has just verified this person. An existing account with the same address is never taken over. */
async function registerSocially(
  services: SignInServices,
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
  // Registering again means signing in, and must not bypass the second factor.
  if (known !== undefined && !(await vouchesForFactor(db, known.id, { ...profile, issuer })))
    await passSecondFactor(services, known.id, undefined, originOf(request))
  const user = await inTransaction(db, async (tx) => {
    if (!(await takeProfile(tx, profile, clock.now()))) throw notVouchedFor()
    if (known !== undefined) return known
    const made = await insertSocialUser(tx, { email: profile.email, ...names })
    if (made === undefined) throw new IdentityRefused('email-already-in-use')
    await insertIdentity(tx, { userId: made.id, issuer, uid, at: clock.now() })
    if (invitation === undefined) return made
    // This happens before the person would get their own shop, because people who join a team need none.
    await redeemInvitation(services, tx, invitation, made.id, clock.now())
    return readUser(tx, made.id)
  })
  request.log.info({ user: user.id }, 'registered through the issuer')
  cookies.clearProfile(reply)
  return {
    ...(await openSession(services, user, request, reply, { isNew: known === undefined })),
    clientSecret: null,
  }
}

function notVouchedFor(): NotAllowed {
  return new NotAllowed(
    'not_vouched_for',
    t('Start the social sign-in again: it was not completed in this browser.'),
  )
}
