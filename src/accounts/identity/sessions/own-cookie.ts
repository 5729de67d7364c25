import type { FastifyReply, FastifyRequest } from 'fastify'

export type OwnCookie = {
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
