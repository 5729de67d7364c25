import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a coupon took off a purchase and each of its lines; nothing of what was bought before there were any. */
export const discounts: Migration = {
  async up(db) {
    await sql`
      alter table purchases
        add column coupon_code text,
        add column discount_amount bigint not null default 0`.execute(db)
    await sql`alter table purchase_lines add column discount_amount bigint not null default 0`.execute(db)
    for (const table of ['purchases', 'purchase_lines']) {
      await sql`
        alter table ${sql.table(table)}
          add constraint ${sql.ref(`${table}_discount_amount_check`)} check (discount_amount >= 0) not valid`.execute(
        db,
      )
    }
  },
}
