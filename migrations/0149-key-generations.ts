import type { Migration } from 'kysely/migration'

/** The key of a purchase that was mailed to a wrong address ends when the address is corrected: the next one has a number. */
export const keyGenerations: Migration = {
  async up(db) {
    await db.schema
      .alterTable('purchases')
      .addColumn('key_generation', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
