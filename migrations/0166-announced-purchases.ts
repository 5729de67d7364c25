import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Whether a shop sends purchases to the pages that embed its forms, or adds the order to the URL after paying. */
export const announcePurchases: Migration = {
  async up(db) {
    await sql`
      alter table sellers
        add column announces_purchases boolean not null default false,
        add column names_order_after_paying boolean not null default false`.execute(db)
    await addToView(db, 'sellers', 'announces_purchases', 'names_order_after_paying')
  },
}
