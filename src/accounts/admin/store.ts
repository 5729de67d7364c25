import { sql, type Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import { isSuspended } from '#accounts/suspensions/is-suspended.ts'
import { everyWord, hasPart } from '#foundation/db/search.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'
import type { OnboardingState } from '#foundation/db/tables/identity.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'

export type SellerRow = Awaited<ReturnType<typeof listSellers>>[number]

const livePlan = livePlanOfSeller('sellers.id')
const suspended = isSuspended('sellers.id')

function selectSellers(db: Kysely<Database>) {
  return db
    .selectFrom('sellersView as sellers')
    .select([
      'sellers.id',
      'sellers.name',
      'sellers.onboardingStatus',
      'sellers.createdAt',
      'sellers.closedAt',
    ])
    .select((seller) => [
      livePlan.as('plan'),
      suspended.as('isSuspended'),
      jsonObjectFrom(
        seller
          .selectFrom('membersView as members')
          .innerJoin('usersView as users', 'users.id', 'members.userId')
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('members.sellerId', '=', 'sellers.id')
          .orderBy('members.isOwner', 'desc')
          .orderBy('members.createdAt')
          .limit(1),
      ).as('owner'),
    ])
}

type Filter = ListQuery & {
  readonly plan?: Plan | 'none' | undefined
  readonly onboarding?: OnboardingState | undefined
  readonly suspended?: 'true' | 'false' | undefined
}

/** Matches a word of the shop's name, or of a team member's name or email address. */
const hasInSeller = (word: string) => sql`(${hasPart(sql`sellers.name`, word)} or exists (
  select from members_view as members join users_view as users on users.id = members.user_id
  where members.seller_id = sellers.id
    and (${hasPart(sql`users.email`, word)} or ${hasPart(sql`users.name`, word)})))`

/** One row more than the page shows, to find out whether there is a next page. */
export async function listSellers(db: Kysely<Database>, filter: Filter) {
  const { q, plan, onboarding, suspended: wanted, ...asked } = filter
  return (
    selectSellers(db)
      .$if(q !== '', (query) =>
        query.where(sql<boolean>`(sellers.stripe_account_id = ${q} or ${everyWord(q, hasInSeller)})`),
      )
      // Filtering by state lists only open shops, because the totals count only those.
      .$if((plan ?? onboarding ?? wanted) !== undefined, (query) =>
        query.where('sellers.closedAt', 'is', null),
      )
      .$if(plan !== undefined, (query) =>
        query.where(sql<boolean>`${livePlan} is not distinct from ${plan === 'none' ? null : plan}`),
      )
      .$if(onboarding !== undefined, (query) =>
        query.where('sellers.onboardingStatus', '=', onboarding ?? 'completed'),
      )
      .$if(wanted !== undefined, (query) => query.where(sql<boolean>`${suspended} = ${wanted === 'true'}`))
      .orderBy('sellers.id', 'desc')
      .limit(rowsOf(asked).limit)
      .offset(rowsOf(asked).offset)
      .execute()
  )
}

export async function findSellerInFull(db: Kysely<Database>, id: string) {
  return selectSellers(db)
    .select(['sellers.stripeAccountId', 'sellers.accountCountry'])
    .select((seller) =>
      jsonObjectFrom(
        seller
          .selectFrom('planSubscriptionsView as planSubscriptions')
          .select([
            'plan',
            'status',
            'amount',
            'currency',
            'trialEnd',
            'currentPeriodEnd',
            'cancelAtPeriodEnd',
          ])
          .whereRef('planSubscriptions.sellerId', '=', 'sellers.id')
          .orderBy(sql`status in ('incomplete_expired', 'canceled')`)
          .orderBy('createdAt', 'desc')
          .limit(1),
      ).as('subscription'),
    )
    .where('sellers.id', '=', id)
    .executeTakeFirst()
}

/** The number of open shops by plan and state. */
export async function countSellers(db: Kysely<Database>) {
  return db
    .selectFrom((shops) =>
      shops
        .selectFrom('sellersView as sellers')
        .select(['sellers.onboardingStatus', livePlan.as('plan'), suspended.as('isSuspended')])
        .where('sellers.closedAt', 'is', null)
        .as('shops'),
    )
    .select(['shops.plan', 'shops.onboardingStatus'])
    .select((shop) => [
      shop.fn.countAll<number>().as('shops'),
      shop.fn.countAll<number>().filterWhere('shops.isSuspended', '=', true).as('suspended'),
    ])
    .groupBy(['shops.plan', 'shops.onboardingStatus'])
    .orderBy('shops.plan')
    .orderBy('shops.onboardingStatus')
    .execute()
}
