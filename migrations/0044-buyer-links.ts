import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The ways by which buyers come to their purchases: each was asked for with an address, is mailed if anything was bought with
 * that, opens once, and is a session from then on until it expires. What opens it is made from the id and stored nowhere.
 */
export const buyerLinks: Migration = {
  async up(db) {
    await sql`
      create table buyer_links (
        id uuid primary key,
        seller_id uuid not null references sellers,
        email text not null,
        asked_at timestamptz not null,
        mailed_at timestamptz,
        used_at timestamptz,
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index buyer_links_to_mail on buyer_links (asked_at) where mailed_at is null`.execute(db)
    await sql`create index buyer_links_expired on buyer_links (expires_at)`.execute(db)
  },
}
