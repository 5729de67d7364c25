import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accounts } from './accounts.ts'
import { buying } from './buying.ts'
import { foldText } from './fold-text.ts'
import { ground } from './ground.ts'
import { payments } from './payments.ts'
import { references } from './references.ts'
import { firstRoles } from './roles.ts'
import { customerTotalTriggers, rollupFunctions, rollupTriggers } from './rollups.ts'
import { sales } from './sales.ts'
import { selling } from './selling.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * The schema of a new shop: the result of all earlier migrations. A shop that ran them all already has this schema, as
 * the name of its last migration shows.
 */
export const baseline: Migration = {
  async up(db) {
    const { rows } = await sql`
      select name from pg_available_extensions where name in ('pg_trgm', 'btree_gin')`.execute(db)
    // Searches also work without these two extensions, only more slowly.
    if (rows.length === 2) {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await sql`create extension if not exists btree_gin`.execute(db)
    }
    for (const part of parts) await sql.raw(part).execute(db)
  },
}

const parts = [
  foldText,
  rollupFunctions,
  accounts,
  selling,
  payments,
  subscriptions,
  buying,
  sales,
  ground,
  references,
  rollupTriggers,
  customerTotalTriggers,
  firstRoles,
  `insert into notice_cursors (source, collected_to) values ('purchase_transitions', 0)`,
]
