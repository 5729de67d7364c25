import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** An API key that is suddenly used from many networks is paused until a member looks at it. */
export const pauseKeys: Migration = {
  async up(db) {
    await sql`alter table api_keys add column paused_at timestamptz`.execute(db)
    await addToView(db, 'api_keys', 'paused_at')
  },
}
