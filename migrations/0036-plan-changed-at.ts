import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Since when a seller has another plan than before: prices may have changed with it. On Basic they may have with this very
 * migration, since what that plan does not open rests from now on.
 */
export const planChangedAt: Migration = {
  async up(db) {
    await sql`alter table plan_subscriptions add column plan_changed_at timestamptz`.execute(db)
    await sql`update plan_subscriptions set plan_changed_at = now() where plan = 'BASIC'`.execute(db)
  },
}
