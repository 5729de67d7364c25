import { isAPIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#db/database.ts'
import { isId } from '#db/new-id.ts'
import { NotAllowed, NotFound, NotSignedIn } from '#http/failures.ts'
import type { Handlers } from '#http/routes.ts'
import { checkInvitation, redeemInvitation } from '#invitations/redeem-invitation.ts'
import { clientNetwork } from '#limits/client-address.ts'
import type { Limiter } from '#limits/limiter.ts'
import type { Parts } from '#parts.ts'
import type { Auth } from './auth.ts'
import type { Bearer } from './bearer.ts'
import type { identityContract, Session, User } from './contract.ts'
import { IdentityRefused } from './failures.ts'
import { pretendToVerify } from './password.ts'
import {
  deleteSession,
  findSessionId,
  findUserByEmail,
  findUserOfSeller,
  hasSeller,
  insertMissingSeller,
  updateNames,
  type UserRow,
} from './store.ts'

type IdentityParts = Parts & {
  readonly auth: Auth
  readonly bearer: Bearer
  readonly publicUrl: string
  readonly limiter: Limiter
}

export function identityHandlers(parts: IdentityParts): Handlers<typeof identityContract> {
  const { db, auth, bearer, clock, log, publicUrl, limiter } = parts
  return {
    async signUp({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'registerFromAddress', subject: clientNetwork(request.ip) }])
      const email = body.email.toLowerCase()
      if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
      const { invitation, ...identity } = body
      if (invitation !== undefined) await checkInvitation(db, invitation, email, clock.now())
      const { headers } = await refusing(() =>
        auth.api.signUpEmail({
          body: { ...identity, email },
          headers: headersOf(request),
          returnHeaders: true,
        }),
      ).catch(async (error: unknown) => {
        // Another sign-up with this e-mail may have won meanwhile.
        const winner = await findUserByEmail(db, email)
        throw winner === undefined ? error : new IdentityRefused('email-already-in-use')
      })
      const user = invitation === undefined ? undefined : await findUserByEmail(db, email)
      if (invitation !== undefined && user !== undefined) {
        await inTransaction(db, (tx) => redeemInvitation(tx, invitation, user.id, clock.now()))
      }
      return openSession(parts, email, headers, reply)
    },

    async signIn({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      const email = body.email.toLowerCase()
      await limiter.take([
        { rule: 'signInOfAccount', subject: email },
        { rule: 'signInFromAddress', subject: clientNetwork(request.ip) },
      ])
      const user = await findUserByEmail(db, email)
      if (user === undefined) {
        await pretendToVerify(body.password)
        log.info('sign-in failed: unknown account')
        throw new IdentityRefused('user-not-found')
      }
      const { headers } = await refusing(() =>
        auth.api.signInEmail({
          body: { email, password: body.password },
          headers: headersOf(request),
          returnHeaders: true,
        }),
      ).catch((error: unknown) => {
        log.info({ user: user.id }, 'sign-in failed')
        throw error
      })
      log.info({ user: user.id }, 'signed in')
      return openSession(parts, email, headers, reply)
    },

    async refresh({ request, reply }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'refreshFromAddress', subject: clientNetwork(request.ip) }])
      const { headers, response } = await auth.api.getSession({
        headers: headersOf(request),
        returnHeaders: true,
      })
      if (response === null) throw new NotSignedIn()
      copyCookies(headers, reply)
      const row = await findUserByEmail(db, response.user.email)
      if (row === undefined) throw new NotSignedIn()
      await giveSeller(parts, row)
      const token = await bearer.issue({ userId: row.id, sessionId: response.session.id })
      return { token, user: describeUser(row) }
    },

    async signOut({ request, reply }) {
      checkOrigin(request, publicUrl)
      const session = await auth.api.getSession({ headers: headersOf(request) })
      if (session !== null) await deleteSession(db, session.session.id)
      const claim = await bearer.read(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      if (claim !== undefined) await deleteSession(db, claim.sessionId)
      const { headers } = await auth.api.signOut({ headers: headersOf(request), returnHeaders: true })
      copyCookies(headers, reply)
      return {}
    },

    async getUser({ params, caller }) {
      const row = isId(params.id) ? await findUserOfSeller(db, caller.sellerId, params.id) : undefined
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },

    async updateUser({ params, body, caller }) {
      if (params.id !== caller.userId) throw new NotFound()
      await updateNames(db, caller.userId, body)
      const row = await findUserOfSeller(db, caller.sellerId, caller.userId)
      if (row === undefined) throw new NotFound()
      return describeUser(row)
    },
  }
}

/** Gives a signed-in user their seller, bearer token and cookie. */
async function openSession(
  parts: IdentityParts,
  email: string,
  headers: Headers,
  reply: FastifyReply,
): Promise<Session> {
  const { db, bearer } = parts
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new IdentityRefused('other')
  await giveSeller(parts, user)
  const sessionId = await findSessionId(db, sessionTokenOf(headers))
  copyCookies(headers, reply)
  return { token: await bearer.issue({ userId: user.id, sessionId }), user: describeUser(user) }
}

/** A shop of their own for who has none: a step of the sign-up failed, or they left a team. */
async function giveSeller({ db }: IdentityParts, user: UserRow): Promise<void> {
  if (await hasSeller(db, user.id)) return
  await inTransaction(db, (tx) => insertMissingSeller(tx, user.id, user.name))
}

/** The session's own token is the part of the signed cookie before the dot. */
function sessionTokenOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find((value) => /^(__Host-)?tillform-session=/.test(value)) ?? ''
  return decodeURIComponent(/=([^.;]+)/.exec(cookie)?.[1] ?? '')
}

const refusals: Readonly<Record<string, 'wrong-password' | 'email-already-in-use'>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-password',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
}

/** Says a refusal in our words; what is none, such as a store that fails half-way, is our fault and no wrong password. */
async function refusing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    throw new IdentityRefused(refusals[error.body?.code ?? ''] ?? 'other')
  }
}

/** What changes a session by its cookie is taken from our own pages only. */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin) {
    throw new NotAllowed('foreign_origin', 'This request comes from another site')
  }
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function copyCookies(headers: Headers, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
}

function describeUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    firstname: row.firstname,
    lastName: row.lastName,
    photo: row.image,
    role: row.role,
  }
}
