import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** An event can be about a form without a purchase. Webhooks that listen to certain forms get it too. */
export const relateEventsToForms: Migration = {
  async up(db) {
    await sql`alter table events add column form_id uuid`.execute(db)
    await sql`alter table pending_events add column form_id uuid`.execute(db)
    await addToView(db, 'events', 'form_id')
  },
}
