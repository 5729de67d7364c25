import { sql, type Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { catalogue } from './catalogue.ts'
import { recordPartnerPlanMail } from './plan-mails.ts'
import { hasEnded } from './subscription/plan-status.ts'
import { settlePlan } from './subscription/settle-plan.ts'
import { lockPlanRow, updatePlanRow, type PlanRow } from './store.ts'

/** How long a row counts as being checked and is skipped, in seconds. This is longer than any transaction takes. */
const longestLease = 60

/** Whether anyone in this shop has the Partner role. */
export async function hasPartner(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  const partner = await db
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .select('users.id')
    .where('members.sellerId', '=', sellerId)
    .where('users.role', '=', 'Partner')
    .limit(1)
    .executeTakeFirst()
  return partner !== undefined
}

/**
 * Schedules a check of partner plans whose shops gained or lost a Partner. This is checked regularly because a role can
 * change in many ways (an Admin, a new owner, leaving, erasure, the command line), and none of them should depend on
 * plans or on Stripe.
 */
export async function makeUnfitPlansDue(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update plan_subscriptions set next_check_at = ${now}
    where plan = 'PARTNER_FREE' and status not in ('incomplete_expired', 'canceled')
      and stripe_subscription_id is not null and change_id is null
      and (next_check_at is null or next_check_at > ${secondsAfter(now, longestLease)})
      and case
        when exists (
          select from members_view as members join users_view as users on users.id = members.user_id
          where members.seller_id = plan_subscriptions.seller_id and users.role = 'Partner'
        )
        then partner_lost_at is not null
        else not cancel_at_period_end
      end`.execute(db)
}

/**
 * Ends a partner plan with its period when the shop no longer has a Partner, and continues it if the shop has one
 * again before that. The seller gets an email each time. Repeating this changes nothing. A plan that is being changed
 * is left alone.
 */
export async function fitPartnerPlan(services: Services, row: PlanRow): Promise<void> {
  if (!catalogue[row.plan].isForPartners || hasEnded(row.status) || row.changeId !== null) return
  if (row.stripeSubscriptionId === null) return
  const isPartner = await hasPartner(services.db, row.sellerId)
  if (!isPartner && !row.cancelAtPeriodEnd) await letEnd(services, row, row.stripeSubscriptionId)
  if (isPartner && row.partnerLostAt !== null) await letGoOn(services, row, row.stripeSubscriptionId)
}

async function letEnd(services: Services, { id, sellerId }: PlanRow, subscriptionId: string): Promise<void> {
  const { db, clock, log, provider } = services
  const isFirst = await inTransaction(db, async (tx) => {
    const now = clock.now()
    const row = await lockPlanRow(tx, id)
    if (row === undefined || row.partnerLostAt !== null) return false
    const marked = await updatePlanRow(tx, id, { partnerLostAt: now, updatedAt: now })
    await recordPartnerPlanMail(tx, 'partner_plan_ending', marked, now)
    return true
  })
  if (isFirst) log.info({ planSubscription: id, seller: sellerId }, 'partner plan ends with its paid period')
  const askedAt = clock.now()
  const ending = await provider.setPlanEnding(subscriptionId, true)
  const settled = await settlePlan(services, id, ending, askedAt, t('no longer a partner'))
  // The seller has just chosen another plan, which must not end.
  if (!catalogue[settled.plan].isForPartners) await provider.setPlanEnding(subscriptionId, false)
}

/** A plan that the seller canceled stays canceled, because it has no `partnerLostAt`. */
async function letGoOn(services: Services, { id, sellerId }: PlanRow, subscriptionId: string): Promise<void> {
  const { db, clock, log, provider } = services
  const askedAt = clock.now()
  const continued = await provider.setPlanEnding(subscriptionId, false)
  await settlePlan(services, id, continued, askedAt, 'partner again')
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const row = await lockPlanRow(tx, id)
    if (row === undefined || row.partnerLostAt === null) return
    await recordPartnerPlanMail(tx, 'partner_plan_kept', row, now)
    await updatePlanRow(tx, id, { partnerLostAt: null, updatedAt: now })
  })
  log.info({ planSubscription: id, seller: sellerId }, 'partner plan continues')
}
