import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * When a shop on the partners' plan lost its last Partner: the plan ends with its period for that reason. The index is
 * for looking every few seconds whether plan and roles still fit.
 */
export const partnerPlans: Migration = {
  async up(db) {
    await sql`alter table plan_subscriptions add column partner_lost_at timestamptz`.execute(db)
    await sql`
      create index partner_plans on plan_subscriptions (seller_id)
        where plan = 'PARTNER_FREE' and status not in ('incomplete_expired', 'canceled')`.execute(db)
  },
}
