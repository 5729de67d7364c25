import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** The questions on a form's page, and each order's answers with the questions as they were worded. */
export const addFormFields: Migration = {
  async up(db) {
    await sql`alter table forms add column fields jsonb not null default '[]'`.execute(db)
    await addToView(db, 'forms', 'fields')
    await sql`
      create table purchase_answers (
        purchase_id uuid not null references purchases,
        position int not null,
        seller_id uuid not null,
        slug text not null,
        kind text not null check (
          kind in ('text', 'long_text', 'choice', 'choices', 'checkbox', 'number', 'date', 'phone')),
        label text not null,
        seller_label text,
        answer jsonb not null,
        primary key (purchase_id, position)
      )`.execute(db)
    await sql`
      create view purchase_answers_view as
      select purchase_id, position, seller_id, slug, kind, label, seller_label, answer from purchase_answers`.execute(
      db,
    )
  },
}
