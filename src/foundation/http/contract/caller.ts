import { isSellerEntity, verbs, type Entity, type Right, type Verb } from '../../rights/entities.ts'
import { t } from '#foundation/language/t.ts'
import { NotAllowed } from '../../failures/failure.ts'

export const platformRoles = ['SuperAdmin', 'Partner', 'Admin', 'Customer'] as const
export type PlatformRole = (typeof platformRoles)[number]

/** What a permission allows for one entity. */
export type Grant = { readonly entity: Entity } & Readonly<Record<Verb, boolean>>

/** The caller as the database describes them now. Rights are never read from the token. */
export type Caller = {
  readonly userId: string
  /** The id of the session. Empty for an API key, which has none. */
  readonly sessionId: string
  /** The API key that makes the call, or null for a person. */
  readonly keyId: string | null
  readonly role: PlatformRole
  /** The seller that the call is about: the caller's own, or another one for platform staff. */
  readonly sellerId: string
  readonly onboardingStatus: 'uncompleted' | 'completed' | 'restricted'
  /** The seller's current plan, or null. */
  readonly plan: 'BASIC' | 'GROWTH' | 'PARTNER_FREE' | null
  /** Whether the caller is the owner of the shop, who has every right in it. */
  readonly isOwner: boolean
  /** The rights of the caller's team role in their own shop. */
  readonly memberGrants: readonly Grant[]
  /** The rights of an Admin's roles, which apply everywhere. */
  readonly adminGrants: readonly Grant[]
  /**
   * What the request proves besides its bearer token: nothing, that it comes from the session's own browser, or also
   * that the user has just proved their identity.
   */
  readonly proof: 'none' | 'browser' | 'recent'
  /** Whether an authenticator app or a passkey protects the account. */
  readonly hasSecondFactor: boolean
  /** Whether the call is about another seller. */
  readonly isSupport: boolean
}

/** A person's rights regarding the seller that the call is about. */
export type Rights = Pick<Caller, 'role' | 'isSupport' | 'isOwner' | 'memberGrants' | 'adminGrants'>

/** Whether the caller manages all sellers. */
export function isStaff({ role }: Pick<Caller, 'role'>): boolean {
  return role === 'SuperAdmin' || role === 'Admin'
}

/**
 * Whether the caller has a right. A SuperAdmin has every right. The platform's entities are open to Admins by
 * their permissions. A seller's entities are open to its owner, to members by role, and to Admins, who can
 * read everything and write by their permissions.
 */
export function may(caller: Rights, entity: Entity, verb: Verb): boolean {
  if (caller.role === 'SuperAdmin') return true
  const grants = (given: readonly Grant[]) => given.some((grant) => grant.entity === entity && grant[verb])
  if (!isSellerEntity(entity)) return caller.role === 'Admin' && grants(caller.adminGrants)
  if (caller.isSupport) return caller.role === 'Admin' && (verb === 'read' || grants(caller.adminGrants))
  return caller.isOwner || grants(caller.memberGrants)
}

/** Whether this person has all of these rights that concern a seller. */
export function mayGive(giver: Rights, grants: readonly Grant[]): boolean {
  return grants.every(
    (grant) =>
      !isSellerEntity(grant.entity) || verbs.every((verb) => !grant[verb] || may(giver, grant.entity, verb)),
  )
}

/** Throws a 403 error unless the caller has the right. */
export function demand(caller: Caller, { entity, verb }: Right): void {
  if (!may(caller, entity, verb)) throw notAllowed(verb)
}

export function notAllowed(verb: Verb): NotAllowed {
  return new NotAllowed('not_allowed', refusalOf(verb))
}

export const proofRequired = 'proof_required'

/**
 * Throws a 403 error unless the call proves the person's identity as strongly as the route requires. Passwords in a
 * body are checked by the handler.
 */
export function demandProof({ proof }: Pick<Caller, 'proof'>, asked: 'browser' | 'recent'): void {
  if (proof === 'none') {
    throw new NotAllowed('other_browser', t('Do this in the browser you signed in with'))
  }
  if (asked === 'recent' && proof !== 'recent') {
    throw new NotAllowed(proofRequired, t('Confirm that it is you, then try again'))
  }
}

export const secondFactorRequired = 'second_factor_required'

/** A stolen password alone must not give access to other people's accounts. */
export function needsSecondFactor(): NotAllowed {
  return new NotAllowed(
    secondFactorRequired,
    t('Set up two-factor authentication or a passkey first. Your role manages other people’s accounts'),
  )
}

/** The message for a missing right. */
export function refusalOf(verb: Verb): string {
  return verb === 'read' ? t('You are not allowed to see this') : t('You are not allowed to do this')
}
