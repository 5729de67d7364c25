import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Buyers can let a shop's ad platforms learn of their order. */
export const addAdsConsents: Migration = {
  async up(db) {
    await sql`
      alter table consents
        add column shared jsonb,
        drop constraint consents_kind_check,
        add constraint consents_kind_check
          check (kind in ('early_start', 'loss_of_right', 'trial', 'ads')) not valid`.execute(db)
    await addToView(db, 'consents', 'shared')
    await addToView(db, 'webhook_endpoints', 'seller_id', 'kind', 'state')
  },
}
