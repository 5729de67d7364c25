import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the buyer of a trial agreed to is kept with their purchase, as what else they agreed to. */
export const trialConsents: Migration = {
  async up(db) {
    await sql`
      alter table consents
        drop constraint consents_kind_check,
        add constraint consents_kind_check check (kind in ('early_start', 'loss_of_right', 'trial')) not valid`.execute(
      db,
    )
  },
}
