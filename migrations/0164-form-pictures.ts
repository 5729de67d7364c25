import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Pictures of any shape with the visible part of each, and a form's additional pictures. */
export const addFormPictures: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column image_fit text not null default 'wide'
          check (image_fit in ('wide', 'square', 'upright', 'whole')),
        add column image_focus jsonb not null default '{"x": 50, "y": 50}',
        add column pictures jsonb not null default '[]'`.execute(db)
    await addToView(db, 'forms', 'image_fit', 'image_focus', 'pictures')
  },
}
