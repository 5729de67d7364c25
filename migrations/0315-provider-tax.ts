import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Forms whose tax the payment provider calculates, and the calculation of each purchase. */
export const calculateTaxAtProvider: Migration = {
  async up(db) {
    await sql`
      alter table forms drop constraint forms_tax_mode_check,
        add constraint forms_tax_mode_check
          check (tax_mode in ('one_rate', 'by_country', 'provider', 'provider_included'))`.execute(db)
    await sql`alter table purchases add column tax_calculation text`.execute(db)
    await addToView(db, 'purchases', 'tax_calculation')
  },
}
