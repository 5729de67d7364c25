import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a buyer's statement is about is kept beside what it covers: purchases that came too late, or that its sender has
 * not been shown to own. How it was found to fit is kept, so that everybody is told the same.
 */
export const statements: Migration = {
  async up(db) {
    await sql`
      alter table withdrawals
        add column fits text check (fits in ('number_and_email', 'number', 'email', 'nothing')),
        add column failures_seen integer not null default 0,
        add column is_receipt_mailed boolean not null default true`.execute(db)
    await sql`
      create table stated_purchases (
        withdrawal_id uuid not null references withdrawals on delete cascade,
        purchase_id uuid not null references purchases,
        primary key (withdrawal_id, purchase_id)
      )`.execute(db)
    await sql`create index stated_purchases_of_purchase on stated_purchases (purchase_id)`.execute(db)
    // Of a page's statement, what it covers; of another one, what it names, with all that was added to it. `offset 0`: the
    // purchases of each are looked up, and never read as a whole.
    await sql`
      insert into stated_purchases (withdrawal_id, purchase_id)
      select withdrawal_id, purchase_id
      from withdrawn_purchases, lateral (
        select from purchases where id = purchase_id and kind <> 'renewal' offset 0
      ) covered
      union
      select withdrawals.id, part.id
      from withdrawals, lateral (
        select id from purchases
        where (id = withdrawals.purchase_id or order_id = withdrawals.purchase_id)
          and kind <> 'renewal' and paid_at is not null
        offset 0
      ) part
      where matched_by is distinct from 'page'`.execute(db)
    await sql`
      update withdrawals set fits = case
        when matched_by = 'number_and_email' then 'number_and_email'
        when lower(email) = lower((select purchases.email from purchases where purchases.id = purchase_id)) then 'email'
        else 'number'
      end
      where purchase_id is not null and matched_by is distinct from 'page'`.execute(db)
    await sql`create index withdrawals_of_nobody on withdrawals (received_at) where seller_id is null`.execute(
      db,
    )
  },
}
