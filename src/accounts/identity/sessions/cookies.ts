import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '#foundation/db/new-id.ts'
import { NotAllowed } from '#foundation/failures/failure.ts'
import { ownRequestHeaders } from '#accounts/identity/contract.ts'

/** Seconds that a session lives without being used. */
export const sessionLifetime = 14 * 24 * 60 * 60
/** Seconds after which a session ends, however often it is used. */
export const longestSession = 30 * 24 * 60 * 60

/** What a session's cookie says: the session, and how often it had been renewed when the cookie was made. */
export type CookieClaim = { readonly sessionId: string; readonly generation: number }

export type SessionCookie = {
  readonly write: (reply: FastifyReply, claim: CookieClaim) => void
  readonly clear: (reply: FastifyReply) => void
  /** The claim of a cookie of ours; undefined where there is none and for every other text. */
  readonly read: (request: FastifyRequest) => CookieClaim | undefined
}

/**
 * The cookie that renews a bearer token. It is signed and nothing of it is stored, so that one claim always makes the
 * same cookie: tabs that renew at the same time are given the same one.
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

/** Always as long as a signature, so that the two can be compared. */
function signatureBytes(text: string): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.set(Buffer.from(text, 'base64url').subarray(0, 32))
  return bytes
}

type OwnCookie = {
  /** What the browser sent; empty where it sent none. */
  readonly read: (request: FastifyRequest) => string
  /** `maxAge` in seconds; with 0 the browser drops it. */
  readonly write: (reply: FastifyReply, value: string, maxAge: number) => void
}

/** A cookie that no script reads and only our own host is sent, by https alone where the product is reached by it. */
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

/** What starts a session is taken from our own pages only; a program that is no browser names no origin. */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin) refuse()
}

/**
 * What works by the cookie alone wants the origin named and a header of our own, which no page of another site can
 * send without asking first.
 */
export function checkOwnRequest(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin === undefined) refuse()
  checkOrigin(request, publicUrl)
  for (const [name, value] of Object.entries(ownRequestHeaders)) {
    if (request.headers[name] !== value) refuse()
  }
}

function refuse(): never {
  throw new NotAllowed('foreign_origin', 'This request comes from another site')
}

/** Seconds that a browser is known for after its last sign-in. */
const lifetime = 365 * 24 * 60 * 60
/** How many people's sign-ins a browser remembers, the last ones. */
const most = 5

export type DeviceCookie = {
  /** What stands for this browser where it has signed in as this person before; else undefined. */
  readonly deviceOf: (request: FastifyRequest, userId: string) => string | undefined
  readonly remember: (request: FastifyRequest, reply: FastifyReply, userId: string) => void
}

/**
 * The cookie by which a browser is known again after signing out, so that a sign-in elsewhere can be told of, and
 * guesses elsewhere do not count here. It opens nothing. It holds a mark for each person, which only we can make and
 * which says nothing of them: a name of the browser by chance, and a signature of that and the person.
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
