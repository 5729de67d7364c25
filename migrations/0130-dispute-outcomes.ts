import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How a dispute ended is noted and told. One that had ended before is known as noted: it is no news. */
export const disputeOutcomes: Migration = {
  async up(db) {
    await sql`alter table disputes add column noted_as text`.execute(db)
    await sql`update disputes set noted_as = status where status in ('won', 'lost', 'warning_closed')`.execute(
      db,
    )
    await sql`alter table notices
      add column outcome text,
      add constraint notices_outcome_check check (outcome in ('won', 'lost', 'closed')) not valid`.execute(db)
  },
}
