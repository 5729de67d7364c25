import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '#foundation/db/new-id.ts'
import { createOwnCookie } from './own-cookie.ts'

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
