import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Searching a list finds words anywhere in a text, of one seller among many: an index of trigrams that begins with the
 * seller. A server without the two extensions searches as well, only slower.
 */
export const listSearch: Migration = {
  async up(db) {
    const { rows } = await sql`
      select name from pg_available_extensions where name in ('pg_trgm', 'btree_gin')`.execute(db)
    if (rows.length < 2) return
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create extension if not exists btree_gin`.execute(db)
    await sql`
      create index forms_by_words on forms using gin (seller_id, title gin_trgm_ops, name gin_trgm_ops)
        where deleted_at is null`.execute(db)
    await sql`
      create index purchases_by_words on purchases using gin (seller_id, email gin_trgm_ops, name gin_trgm_ops)`.execute(
      db,
    )
  },
}
