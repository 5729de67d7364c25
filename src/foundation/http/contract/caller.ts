import { isSellerEntity, verbs, type Entity, type Right, type Verb } from '../../rights/entities.ts'
import { NotAllowed } from '../../failures/failure.ts'

export const platformRoles = ['SuperAdmin', 'Partner', 'Admin', 'Customer'] as const
export type PlatformRole = (typeof platformRoles)[number]

/** What one permission allows of one entity. */
export type Grant = { readonly entity: Entity } & Readonly<Record<Verb, boolean>>

/** Who calls, as the database says it at this moment; rights are never read from the token. */
export type Caller = {
  readonly userId: string
  readonly sessionId: string
  readonly role: PlatformRole
  /** Whose things the call is about: the caller's own seller, or another one for who looks after all of them. */
  readonly sellerId: string
  readonly onboardingStatus: 'uncompleted' | 'completed' | 'restricted'
  /** The seller's live plan; null when none is. */
  readonly plan: 'BASIC' | 'GROWTH' | 'PARTNER_FREE' | null
  /** The owner of a shop may do everything in it. */
  readonly isOwner: boolean
  /** What the role in the team allows, in the own shop. */
  readonly memberGrants: readonly Grant[]
  /** What the roles of an Admin allow, everywhere. */
  readonly adminGrants: readonly Grant[]
  /**
   * What the request shows beside its bearer token: nothing, the session's own cookie, or with it that the person proved who
   * they are within the last minutes.
   */
  readonly proof: 'none' | 'browser' | 'recent'
  /** An authenticator app or a passkey guards the account. */
  readonly hasSecondFactor: boolean
  /** The call is about another seller's things. */
  readonly isSupport: boolean
}

/** What somebody may do, in the seller that it is about. */
export type Rights = Pick<Caller, 'role' | 'isSupport' | 'isOwner' | 'memberGrants' | 'adminGrants'>

/** Whether the caller looks after all sellers. */
export function isStaff({ role }: Pick<Caller, 'role'>): boolean {
  return role === 'SuperAdmin' || role === 'Admin'
}

/**
 * Whether the caller may do this. A SuperAdmin may do everything. What is the platform's is open to Admins as their
 * permissions say. What is a seller's is open to its owner, to its members as their role says, and to Admins: they read
 * everything and write as their permissions say.
 */
export function may(caller: Rights, entity: Entity, verb: Verb): boolean {
  if (caller.role === 'SuperAdmin') return true
  const grants = (given: readonly Grant[]) => given.some((grant) => grant.entity === entity && grant[verb])
  if (!isSellerEntity(entity)) return caller.role === 'Admin' && grants(caller.adminGrants)
  if (caller.isSupport) return caller.role === 'Admin' && (verb === 'read' || grants(caller.adminGrants))
  return caller.isOwner || grants(caller.memberGrants)
}

/** Whether these grants, as far as they are about a seller's things, allow nothing that this person may not do. */
export function mayGive(giver: Rights, grants: readonly Grant[]): boolean {
  return grants.every(
    (grant) =>
      !isSellerEntity(grant.entity) || verbs.every((verb) => !grant[verb] || may(giver, grant.entity, verb)),
  )
}

/** Throws 403 unless the caller may do this. */
export function demand(caller: Caller, { entity, verb }: Right): void {
  if (!may(caller, entity, verb)) throw notAllowed(verb)
}

export function notAllowed(verb: Verb): NotAllowed {
  return new NotAllowed('not_allowed', refusalOf(verb))
}

export const proofRequired = 'proof_required'

/** Throws 403 unless the call comes from the person, as far as a route asks for it; what is in a body is the handler's to look at. */
export function demandProof({ proof }: Pick<Caller, 'proof'>, asked: 'browser' | 'recent'): void {
  if (proof === 'none') {
    throw new NotAllowed('other_browser', 'Do this in the browser you signed in with')
  }
  if (asked === 'recent' && proof !== 'recent') {
    throw new NotAllowed(proofRequired, 'Confirm that it is you, then try again')
  }
}

export const secondFactorRequired = 'second_factor_required'

/** Whoever looks after others must not be let in by a stolen password alone. */
export function needsSecondFactor(): NotAllowed {
  return new NotAllowed(
    secondFactorRequired,
    'Set up two-factor authentication or a passkey first. Your role manages other people’s accounts',
  )
}

/** What is said to who may not do something. */
export function refusalOf(verb: Verb): string {
  return verb === 'read' ? 'You are not allowed to see this' : 'You are not allowed to do this'
}
