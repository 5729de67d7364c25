import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ClosedToKeys, KeyInUrl, KeyNotValid, KeyPaused } from '#accounts/api-keys/errors.ts'
import { hashOf, hasKey } from '#accounts/api-keys/secret.ts'
import { cutRights, recordUse } from '#accounts/api-keys/use-key.ts'
import { watchKeys } from '#accounts/api-keys/watch-keys.ts'
import { refusalOfArea } from '#accounts/billing/gates/refuse-area.ts'
import { shownProof } from '#accounts/identity/sessions/sessions.ts'
import type { Bearer, BearerClaim } from '#accounts/identity/sessions/bearer.ts'
import { createSessionCookie } from '#accounts/identity/sessions/cookies.ts'
import { askTogether } from '#foundation/db/driver/ask-together.ts'
import { isId } from '#foundation/db/new-id.ts'
import {
  demand,
  isStaff,
  needsSecondFactor,
  notAllowed,
  type Caller,
} from '#foundation/http/contract/caller.ts'
import type { Access, Route } from '#foundation/http/contract/contract.ts'
import { isOpenRoute } from '#foundation/http/contract/key-scope.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { isSellerEntity, type Right } from '#foundation/rights/entities.ts'
import { Failure, type NotAllowed, NotSignedIn } from '#foundation/failures/failure.ts'
import type { Authorize } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { findCallers, findKeyCaller, findOwner, mostSessions } from './store.ts'

/** How a route admits signed-in people and API keys. */
type Closed = Pick<Route, 'right' | 'isPersonal' | 'isForKeys' | 'proof'> & {
  readonly access: Exclude<Access, 'anyone'>
}

/**
 * Finds the caller of a request by its bearer token or API key and checks the route's access and right. Throws 401 for
 * a bad session, and 403 if the plan or onboarding does not allow the call. Rights are read from the database on each
 * call. During a call that concerns a seller, support staff act as that seller's member.
 */
export function createAuthorize(services: Services, bearer: Bearer): Authorize {
  const { db, clock, log, sellerData, config } = services
  const watch = watchKeys(services)
  const cookie = createSessionCookie(config.authSecret, config.publicUrl)
  const askForCallers = askTogether(
    (sessionIds: readonly string[]) => findCallers(db, sessionIds),
    mostSessions,
  )
  return async (request, admission) => {
    const { access, right = null } = admission
    if (access === 'anyone') return null
    if (hasKey(request.url)) throw new KeyInUrl()
    const closed: Closed = { ...admission, access }
    if (hasKey(tokenOf(request))) return admitKey(request, closed)
    const claim = await bearer.read(tokenOf(request))
    const found = claim === undefined ? undefined : await findCaller(claim, request)
    if (found === undefined) throw new NotSignedIn()
    const own: Caller = { ...found, keyId: null, isSupport: false }
    const caller = isStaff(found) ? await actFor(own, right, request) : own
    check(caller, closed, request, () => {
      if (isBeyondOwn(caller, access, right) && !caller.hasSecondFactor) throw needsSecondFactor()
    })
    return caller
  }

  /** The member who made an API key, with only the rights the key has. */
  async function admitKey(request: FastifyRequest, admission: Closed): Promise<Caller> {
    const now = clock.now()
    const found = await findKeyCaller(db, hashOf(tokenOf(request)))
    if (found === undefined || (found.expiresAt !== null && found.expiresAt <= now)) throw new KeyNotValid()
    const { scopes, expiresAt: _, lastUsedAt, pausedAt, keyId, ...maker } = found
    if (pausedAt !== null) throw new KeyPaused()
    await watch({ keyId, ...maker }, clientNetwork(request.ip))
    const person: Caller = {
      ...maker,
      keyId,
      sessionId: '',
      role: 'Customer',
      adminGrants: [],
      proof: 'none',
      hasSecondFactor: false,
      isSupport: false,
    }
    const caller = { ...person, isOwner: false, memberGrants: cutRights(person, scopes) }
    await recordUse(db, { keyId, lastUsedAt }, now)
    check(caller, admission, request, () => {
      if (!isOpenRoute(admission)) throw new ClosedToKeys()
    })
    return caller
  }

  /** Throws unless the route admits the caller. Rejections are logged. */
  function check(
    caller: Caller,
    { access, right = null }: Closed,
    { method }: FastifyRequest,
    checkMore: () => void,
  ): void {
    try {
      checkMore()
      pass(caller, access, method)
      if (right !== null && right.demandedBy !== 'handler') demand(caller, right)
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'unknown'
      const { userId: user, sellerId: seller, keyId } = caller
      log.info(
        {
          user,
          seller,
          ...(keyId !== null && { key: keyId }),
          code,
          entity: right?.entity,
          verb: right?.verb,
        },
        'access denied',
      )
      throw error
    }
  }

  /** The owner of a live session. */
  async function findCaller(
    { userId, sessionId }: BearerClaim,
    request: FastifyRequest,
  ): Promise<Omit<Caller, 'isSupport' | 'keyId'> | undefined> {
    const callers = await askForCallers(sessionId)
    const found = callers.find((caller) => caller.sessionId === sessionId && caller.userId === userId)
    if (found === undefined || found.expiresAt <= clock.now()) return undefined
    const { expiresAt: _, generation, provedAt, ...caller } = found
    const proof = shownProof(cookie.read(request), { sessionId, generation, provedAt }, clock.now())
    return { ...caller, proof }
  }

  /** The caller acting for the seller that the call concerns, or for all sellers if a list is filtered. */
  async function actFor(caller: Caller, right: Right | null, request: FastifyRequest): Promise<Caller> {
    const ownerOf = right === null ? undefined : sellerData.ownerOf(right.entity)
    if (ownerOf === undefined) return caller
    const { id } = withId.parse(request.params ?? {})
    if (id === undefined) return { ...caller, isSupport: isFiltered(request) }
    const owner = isId(id) ? await findOwner(db, ownerOf(id)) : undefined
    if (owner === undefined || owner.sellerId === caller.sellerId) return caller
    return { ...caller, ...owner, isSupport: true }
  }
}

/** Whether the call concerns the platform itself, or a seller other than the caller's own. */
function isBeyondOwn(caller: Caller, access: Access, right: Right | null): boolean {
  if (!isStaff(caller)) return false
  if (caller.isSupport || access === 'staff' || access === 'super-admin') return true
  return right !== null && !isSellerEntity(right.entity)
}

const withId = z.object({ id: z.string().optional() })
const filters = z.object({ user: z.unknown().optional(), role: z.unknown().optional() })

function isFiltered({ method, query }: FastifyRequest): boolean {
  const { user, role } = filters.parse(query ?? {})
  return method === 'GET' && (user !== undefined || role !== undefined)
}

function tokenOf(request: FastifyRequest): string {
  return /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** Support staff who only read can do so whatever state the seller is in. */
function pass(caller: Caller, access: Exclude<Access, 'anyone'>, method: string): void {
  const isLooking = caller.isSupport && method === 'GET'
  switch (access) {
    case 'signed-in':
      return
    case 'onboarded':
      return refuse(isLooking ? null : refusalOfArea(caller, 'forms'))
    case 'beyond-basic':
      return refuse(isLooking ? null : refusalOfArea(caller, 'extras'))
    case 'staff':
      return refuse(isStaff(caller) ? null : notAllowed('read'))
    case 'super-admin':
      return refuse(caller.role === 'SuperAdmin' ? null : notAllowed('read'))
  }
}

function refuse(refusal: NotAllowed | null): void {
  if (refusal !== null) throw refusal
}
