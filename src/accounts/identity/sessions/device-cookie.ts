import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, randomBytes } from 'node:crypto'
import { createOwnCookie } from './own-cookie.ts'

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
