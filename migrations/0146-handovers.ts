import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Shops that went from one owner to another, as long as the former one can take them back. */
export const handovers: Migration = {
  async up(db) {
    await sql`
      create table handovers (
        id uuid primary key,
        seller_id uuid not null references sellers (id) on delete cascade,
        from_user_id uuid not null references users (id) on delete cascade,
        to_user_id uuid not null references users (id) on delete cascade,
        token_hash text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`.execute(db)
    await sql`create index handovers_of_seller on handovers (seller_id, created_at)`.execute(db)
    await sql`create index handovers_from_user on handovers (from_user_id)`.execute(db)
    await sql`create index handovers_to_user on handovers (to_user_id)`.execute(db)
    await sql`create index handovers_over on handovers (expires_at)`.execute(db)
  },
}
