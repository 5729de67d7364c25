import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Versions of a form as buyers saw it, stored once per content, and the form version and source of each order. */
export const addFormVersions: Migration = {
  async up(db) {
    await sql`
      create table form_versions (
        form_id uuid not null references forms (id) on delete cascade,
        number int not null,
        content jsonb not null,
        content_hash bytea not null,
        made_by uuid references users (id) on delete set null,
        made_at timestamptz not null default now(),
        primary key (form_id, number),
        unique (form_id, content_hash)
      )`.execute(db)
    await sql`alter table forms add column version int`.execute(db)
    await sql`alter table purchases add column form_version int, add column source jsonb`.execute(db)
    await addToView(db, 'forms', 'version')
    await addToView(db, 'purchases', 'form_version', 'source')
    await sql`create view form_versions_view as select form_id, number, content, made_at from form_versions`.execute(
      db,
    )
  },
}
