import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#db/database.ts'
import type { Parts } from '#parts.ts'
import type { Auth } from './auth.ts'
import type { Bearer } from './bearer.ts'
import type { Session, User } from './contract.ts'
import { hasSeller, insertMissingSeller, type UserRow } from './store.ts'

export type SessionParts = Parts & { readonly auth: Auth; readonly bearer: Bearer }

/** Signs a person in who has proved who they are: a new session, its cookie, and its first bearer token. */
export async function openSession(
  parts: SessionParts,
  user: UserRow,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { auth, log } = parts
  const { headers, response } = await auth.api.openSession({
    body: { userId: user.id },
    returnHeaders: true,
  })
  log.info({ user: user.id, session: response.sessionId }, 'signed in')
  copyCookies(headers, reply)
  return giveSession(parts, user, response.sessionId)
}

/** Answers a session that is open; its seller is made here if a step failed before. */
export async function giveSession(
  { db, bearer }: Pick<SessionParts, 'db' | 'bearer'>,
  user: UserRow,
  sessionId: string,
): Promise<Session> {
  if (!(await hasSeller(db, user.id))) {
    await inTransaction(db, (tx) => insertMissingSeller(tx, user.id, user.name))
  }
  return { token: await bearer.issue({ userId: user.id, sessionId }), user: describeUser(user) }
}

export function copyCookies(headers: Headers, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
}

export function describeUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    firstname: row.firstname,
    lastName: row.lastName,
    photo: row.image,
    role: row.role,
  }
}
