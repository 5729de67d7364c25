import type { FastifyRequest } from 'fastify'
import { NotAllowed } from '#http/failures.ts'

/** What starts a session is taken from our own pages only; a program that is no browser names no origin. */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(publicUrl).origin) {
    throw new NotAllowed('foreign_origin', 'This request comes from another site')
  }
}
