import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHmac } from 'node:crypto'

/** Seconds that a browser is known for after its last sign-in. */
const lifetime = 365 * 24 * 60 * 60
/** How many people's sign-ins a browser remembers, the last ones. */
const most = 5

export type DeviceCookie = {
  /** Whether this browser has signed in as this person before. */
  readonly knows: (request: FastifyRequest, userId: string) => boolean
  readonly remember: (request: FastifyRequest, reply: FastifyReply, userId: string) => void
}

/**
 * The cookie by which a browser is known again after signing out, so that a sign-in elsewhere can be told of. It opens
 * nothing. It holds a mark for each person, which only we can make and which says nothing of them.
 */
export function createDeviceCookie(authSecret: string, publicUrl: string): DeviceCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-tillform-device' : 'tillform-device'
  const attributes = `Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const key = createHmac('sha256', authSecret).update('device cookie').digest()
  const markOf = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url')
  const read = (request: FastifyRequest): string[] => {
    const cookies = (request.headers.cookie ?? '').split(/; */)
    const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    return value
      .split('.')
      .filter((mark) => /^[\w-]{43}$/.test(mark))
      .slice(0, most)
  }
  return {
    knows: (request, userId) => read(request).includes(markOf(userId)),
    remember(request, reply, userId) {
      const mark = markOf(userId)
      const marks = [mark, ...read(request).filter((other) => other !== mark)].slice(0, most)
      reply.header('set-cookie', `${name}=${marks.join('.')}; ${attributes}`)
    },
  }
}
