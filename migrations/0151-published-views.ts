import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accountsViews } from './views/accounts.ts'
import { buyingViews } from './views/buying.ts'
import { foundationViews } from './views/foundation.ts'
import { paymentsViews } from './views/payments.ts'
import { sellingViews } from './views/selling.ts'

/** The views of its tables that each domain publishes, so that other domains need not know the tables. */
export const publishViews: Migration = {
  async up(db) {
    for (const views of [accountsViews, sellingViews, buyingViews, paymentsViews, foundationViews])
      await sql.raw(views).execute(db)
  },
}
