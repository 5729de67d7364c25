import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { foldText } from './baseline/fold-text.ts'
import { laterIndexes } from './later-indexes.ts'

/**
 * Searches also match digits of other scripts, and words in Thai and related scripts with or without spaces. Indexes of
 * normalized texts contain the old form, so they are dropped and rebuilt while the product runs.
 */
export const foldMoreScripts: Migration = {
  async up(db) {
    await sql.raw(foldText).execute(db)
    for (const [name, on] of Object.entries(laterIndexes)) {
      if (on.includes('fold_text')) await sql`drop index if exists ${sql.id(name)}`.execute(db)
    }
  },
}
