import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An ad platform that receives purchases is an endpoint of its own kind, so that both share their deliveries. */
export const addConversionTargets: Migration = {
  async up(db) {
    await sql`
      alter table webhook_endpoints
        add column kind text not null default 'webhook',
        add column public_id text,
        add constraint webhook_endpoints_kind_check check (kind in ('webhook', 'ga4', 'meta', 'tiktok')),
        add constraint webhook_endpoints_public_id_check check ((kind = 'webhook') = (public_id is null))`.execute(
      db,
    )
  },
}
