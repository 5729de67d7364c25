import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What shops with several prices sold is summed by price as well: what was kept of them before is summed anew when somebody
 * looks.
 */
export const sumsByPrice: Migration = {
  async up(db) {
    await sql`
      delete from sales_sums
      where seller_id in (select forms.seller_id from forms join form_prices on form_prices.form_id = forms.id)`.execute(
      db,
    )
  },
}
