import { sql, type Kysely, type RawBuilder } from 'kysely'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { selectGrants } from '#accounts/people/rights-in.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'

/**
 * The number of sessions one statement can look up. Unused slots repeat the first session, so that the statement is
 * planned only once.
 */
const places = ['1', '2', '3', '4', '5', '6', '7', '8']
/** The maximum number of sessions for one call of `findCallers`. */
export const mostSessions = places.length

/**
 * Looks up the people behind sessions and the state of their sellers, in one statement for all requests of the same
 * moment.
 */
export async function findCallers(db: Kysely<Database>, sessionIds: readonly string[]) {
  const asked: Record<string, string> = {}
  for (const [index, place] of places.entries()) asked[place] = sessionIds[index] ?? sessionIds[0] ?? ''
  return selectCallers(db, asked)
}

const selectCallers = prepare((db, place: PlaceOf<Readonly<Record<string, string>>>) =>
  db
    .selectFrom('sessionsView as sessions')
    .innerJoin('usersView as users', 'users.id', 'sessions.userId')
    .innerJoin('membersView as members', 'members.userId', 'users.id')
    .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
    .select([
      'users.id as userId',
      'sessions.id as sessionId',
      'sessions.expiresAt',
      'sessions.generation',
      'sessions.provedAt',
      'users.role',
      'sellers.id as sellerId',
      'sellers.onboardingStatus',
      livePlanOfSeller('members.sellerId').as('plan'),
      'members.isOwner',
    ])
    .select(selectGrants())
    .select(
      sql<boolean>`exists (select from passkeys_view as passkeys where user_id = users.id)
        or exists (select from second_factors_view as second_factors where user_id = users.id and confirmed_at is not null)`.as(
        'hasSecondFactor',
      ),
    )
    .where(
      'sessions.id',
      'in',
      places.map((name) => place(name)),
    ),
)

/** The maker of a valid API key with the state of their seller. Undefined if the maker is no longer a member. */
export async function findKeyCaller(db: Kysely<Database>, hash: string) {
  const [found] = await selectKeyCaller(db, { hash })
  return found
}

const selectKeyCaller = prepare((db, place: PlaceOf<{ readonly hash: string }>) =>
  db
    .selectFrom('apiKeysView as apiKeys')
    .innerJoin('membersView as members', (on) =>
      on.onRef('members.userId', '=', 'apiKeys.userId').onRef('members.sellerId', '=', 'apiKeys.sellerId'),
    )
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .innerJoin('sellersView as sellers', 'sellers.id', 'members.sellerId')
    .select([
      'apiKeys.id as keyId',
      'apiKeys.scopes',
      'apiKeys.expiresAt',
      'apiKeys.lastUsedAt',
      'apiKeys.pausedAt',
      'users.id as userId',
      'sellers.id as sellerId',
      'sellers.onboardingStatus',
      livePlanOfSeller('members.sellerId').as('plan'),
      'members.isOwner',
    ])
    .select(selectGrants()[0])
    .where('apiKeys.hash', '=', place('hash'))
    .where('apiKeys.revokedAt', 'is', null),
)

/** The seller that owns something, with that seller's state. */
export async function findOwner(
  db: Kysely<Database>,
  owner: RawBuilder<string>,
): Promise<Pick<Caller, 'sellerId' | 'onboardingStatus' | 'plan'> | undefined> {
  return db
    .selectFrom('sellersView as sellers')
    .select(['id as sellerId', 'onboardingStatus', livePlanOfSeller('sellers.id').as('plan')])
    .where('id', '=', sql<string>`(${owner})`)
    .executeTakeFirst()
}
