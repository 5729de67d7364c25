import type { FastifyRequest } from 'fastify'
import { refusalOfArea } from '#billing/refuse-area.ts'
import type { Parts } from '#parts.ts'
import type { Caller } from '#http/caller.ts'
import type { Access } from '#http/contract.ts'
import { NotAllowed, NotSignedIn } from '#http/failures.ts'
import type { Authorize } from '#http/routes.ts'
import type { Bearer } from './bearer.ts'
import { findCaller } from './store.ts'

/**
 * Finds the caller of a request by its bearer token and lets them through a route's access, or throws 401 for a bad
 * session and 403 for a closed gate. What the caller may do is read from the database each time.
 */
export function createAuthorize({ db, clock, log }: Parts, bearer: Bearer): Authorize {
  return async (request, access) => {
    if (access === 'anyone') return null
    const claim = await bearer.read(tokenOf(request))
    const caller = claim === undefined ? undefined : await findCaller(db, claim, clock.now())
    if (caller === undefined) throw new NotSignedIn()
    const refusal = refusalOf(caller, access)
    if (refusal !== null) {
      log.info({ user: caller.userId, seller: caller.sellerId, code: refusal.code }, 'access denied')
      throw refusal
    }
    return caller
  }
}

function tokenOf(request: FastifyRequest): string {
  return /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

function refusalOf(caller: Caller, access: Exclude<Access, 'anyone'>): NotAllowed | null {
  switch (access) {
    case 'signed-in':
      return null
    case 'onboarded':
      return refusalOfArea(caller, 'forms')
    case 'beyond-basic':
      return refusalOfArea(caller, 'taxes')
    case 'super-admin':
      return caller.role === 'SuperAdmin' ? null : new NotAllowed('not_allowed', 'You may not see this')
  }
}
