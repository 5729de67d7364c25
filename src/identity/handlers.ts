import { isAPIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '#db/new-id.ts'
import { NotFound, NotSignedIn } from '#http/failures.ts'
import type { Handlers } from '#http/routes.ts'
import { clientNetwork } from '#limits/client-address.ts'
import type { Limiter } from '#limits/limiter.ts'
import type { Parts } from '#parts.ts'
import type { Auth } from './auth.ts'
import type { Bearer } from './bearer.ts'
import type { identityContract, Session } from './contract.ts'
import { IdentityRefused } from './failures.ts'
import { copyCookies, describeUser, giveSession } from './open-session.ts'
import { checkOrigin } from './own-request.ts'
import { pretendToVerify } from './password.ts'
import { deleteSession, findSessionId, findUserByEmail, findUserOfSeller, updateNames } from './store.ts'

type IdentityParts = Parts & {
  readonly auth: Auth
  readonly bearer: Bearer
  readonly publicUrl: string
  readonly limiter: Limiter
}

export function identityHandlers(parts: IdentityParts): Handlers<typeof identityContract> {
  const { db, auth, bearer, log, publicUrl, limiter } = parts
  return {
    async signUp({ body, request, reply }) {
      checkOrigin(request, publicUrl)
      await limiter.take([{ rule: 'registerFromAddress', subject: clientNetwork(request.ip) }])
      const email = body.email.toLowerCase()
      if ((await findUserByEmail(db, email)) !== undefined) throw new IdentityRefused('email-already-in-use')
      const { headers } = await refusing(() =>
        auth.api.signUpEmail({ body: { ...body, email }, headers: headersOf(request), returnHeaders: true }),
      ).catch(async (error: unknown) => {
        // Another sign-up with this e-mail may have won meanwhile.
        const winner = await findUserByEmail(db, email)
        throw winner === undefined ? error : new IdentityRefused('email-already-in-use')
      })
      return continueSession(parts, email, headers, reply)
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
      return continueSession(parts, email, headers, reply)
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

/** Gives a signed-in user their seller (made here if a step failed before), bearer token and cookie. */
async function continueSession(
  { db, bearer }: IdentityParts,
  email: string,
  headers: Headers,
  reply: FastifyReply,
): Promise<Session> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new IdentityRefused('other')
  const sessionId = await findSessionId(db, sessionTokenOf(headers))
  copyCookies(headers, reply)
  return giveSession({ db, bearer }, user, sessionId)
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

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}
