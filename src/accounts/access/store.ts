import { sql, type Kysely, type RawBuilder } from 'kysely'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { selectGrants } from '#accounts/people/rights-in.ts'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'

/** Places for the sessions that one statement looks at: what is not needed repeats the first, so that it is planned once. */
const places = ['1', '2', '3', '4', '5', '6', '7', '8']
/** As many sessions as `findCallers` can be asked for at a time. */
export const mostSessions = places.length

/** Whom sessions belong to, and how their sellers stand: one statement for signed-in requests of one moment. */
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

/** Whose such a thing is, and how that seller stands. */
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
