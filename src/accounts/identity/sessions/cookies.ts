import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { t } from '#foundation/language/t.ts'
import { isId } from '#foundation/db/new-id.ts'
import { NotAllowed } from '#foundation/failures/failure.ts'
import { ownRequestHeaders } from '#accounts/identity/contract.ts'

/** How long an unused session lasts, in seconds. */
export const sessionLifetime = 14 * 24 * 60 * 60
/** The maximum lifetime of a session, however often it is used, in seconds. */
export const longestSession = 30 * 24 * 60 * 60

/** The claim in a session cookie: the session, and how often it had been renewed when the cookie was made. */
export type CookieClaim = { readonly sessionId: string; readonly generation: number }

export type SessionCookie = {
  readonly write: (reply: FastifyReply, claim: CookieClaim) => void
  readonly clear: (reply: FastifyReply) => void
  /** The claim of a cookie of ours, or undefined for a missing cookie or any other text. */
  readonly read: (request: FastifyRequest) => CookieClaim | undefined
}

/**
 * The cookie that renews a bearer token. It is signed, not stored, and the same claim always makes the same cookie.
 * Tabs that renew at the same time therefore get the same one.
 */
export function createSessionCookie(authSecret: string, publicUrl: string): SessionCookie {
  const cookie = createOwnCookie('tillform-session', publicUrl)
  const key = createHmac('sha256', authSecret).update('session cookie').digest()
  const sign = (claim: string) => createHmac('sha256', key).update(claim).digest()
  const send = (reply: FastifyReply, value: string, seconds: number) => {
    cookie.write(reply, value, seconds)
    reply.header('cache-control', 'no-store')
  }

  return {
    write(reply, { sessionId, generation }) {
      const claim = `${sessionId}.${generation}`
      send(reply, `${claim}.${sign(claim).toString('base64url')}`, sessionLifetime)
    },

    clear(reply) {
      send(reply, '', 0)
    },

    read(request) {
      const [, claim = '', sessionId = '', generation = '', signature = ''] =
        /^(([0-9a-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(cookie.read(request)) ?? []
      if (!isId(sessionId) || !timingSafeEqual(sign(claim), signatureBytes(signature))) return undefined
      return { sessionId, generation: Number(generation) }
    },
  }
}

/** Always has the length of a signature, so that the two can be compared. */
function signatureBytes(text: string): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.set(Buffer.from(text, 'base64url').subarray(0, 32))
  return bytes
}

type OwnCookie = {
  /** The cookie's value as the browser sent it, or empty if it sent none. */
  readonly read: (request: FastifyRequest) => string
  /** `maxAge` is in seconds. If it is 0, the browser deletes the cookie. */
  readonly write: (reply: FastifyReply, value: string, maxAge: number) => void
}

/** A cookie that scripts cannot read, sent only to our own host, and only over https if the product uses it. */
export function createOwnCookie(
  name: string,
  publicUrl: string,
  sameSite: 'strict' | 'lax' = 'strict',
): OwnCookie {
  const secure = publicUrl.startsWith('https:')
  const ownName = secure ? `__Host-${name}` : name
  return {
    read: (request) => request.cookies[ownName] ?? '',
    write: (reply, value, maxAge) =>
      void reply.setCookie(ownName, value, { path: '/', maxAge, httpOnly: true, sameSite, secure }),
  }
}

/** Browsers can start a session only from our own pages. Programs that are not browsers send no Origin header. */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin) refuse()
}

/**
 * Requests authenticated only by cookie must send our origin and a custom header, which no other site's page can send
 * without permission.
 */
export function checkOwnRequest(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin === undefined) refuse()
  checkOrigin(request, publicUrl)
  for (const [name, value] of Object.entries(ownRequestHeaders)) {
    if (request.headers[name] !== value) refuse()
  }
}

function refuse(): never {
  throw new NotAllowed('foreign_origin', t('This request comes from another site'))
}

/** How long a browser is remembered after its last sign-in, in seconds. */
const lifetime = 365 * 24 * 60 * 60
/** The maximum number of people a browser remembers, latest first. */
const most = 5

export type DeviceCookie = {
  /** This browser's mark if this person has signed in here before, otherwise undefined. */
  readonly deviceOf: (request: FastifyRequest, userId: string) => string | undefined
  readonly remember: (request: FastifyRequest, reply: FastifyReply, userId: string) => void
}

/**
 * The cookie that recognizes a browser after sign-out. With it, a sign-in from an unknown browser can be reported,
 * and guesses made elsewhere do not count here. It grants no access. It contains a mark for each person that only we
 * can make and that reveals nothing about them: a random name for the browser, with a signature over that name and
 * the person.
 */
export function createDeviceCookie(authSecret: string, publicUrl: string): DeviceCookie {
  const cookie = createOwnCookie('tillform-device', publicUrl)
  const key = createHmac('sha256', authSecret).update('device cookie').digest()
  const markOf = (userId: string, name: string) =>
    name + createHmac('sha256', key).update(`${name}:${userId}`).digest('base64url')
  const read = (request: FastifyRequest): string[] =>
    cookie
      .read(request)
      .split('.')
      .filter((mark) => /^[\w-]{65}$/.test(mark))
      .slice(0, most)
  const deviceOf = (request: FastifyRequest, userId: string) =>
    read(request).find((mark) => mark === markOf(userId, mark.slice(0, 22)))
  return {
    deviceOf,
    remember(request, reply, userId) {
      const mark = deviceOf(request, userId) ?? markOf(userId, randomBytes(16).toString('base64url'))
      const marks = [mark, ...read(request).filter((other) => other !== mark)].slice(0, most)
      cookie.write(reply, marks.join('.'), lifetime)
    },
  }
}
