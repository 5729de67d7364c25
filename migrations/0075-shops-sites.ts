import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The sites that may show a shop's forms are listed once for all of them: those that its forms had, joined. What stands on
 * the forms themselves is no longer read.
 */
export const shopsSites: Migration = {
  async up(db) {
    await sql`alter table sellers add column embed_hosts text[] not null default '{}'`.execute(db)
    await sql`
      update sellers set embed_hosts = listed.hosts
      from (
        select seller_id, array_agg(distinct host order by host) as hosts
        from forms cross join unnest(embed_hosts) as host
        where deleted_at is null
        group by seller_id
      ) listed
      where listed.seller_id = sellers.id and sellers.closed_at is null`.execute(db)
  },
}
