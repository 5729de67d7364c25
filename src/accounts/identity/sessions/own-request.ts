import type { FastifyRequest } from 'fastify'
import { NotAllowed } from '#foundation/failures/failure.ts'
import { ownRequestHeaders } from '../contract.ts'

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
