import { type Kysely, sql } from 'kysely'

/** Publishes more columns of a table: they become the last ones of its view, such as `forms_view` of `forms`. */
export async function addToView(
  db: Kysely<unknown>,
  table: string,
  ...added: readonly string[]
): Promise<void> {
  const view = `${table}_view`
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${view}::regclass and attnum > 0 order by attnum`.execute(db)
  const columns = [...rows.map(({ name }) => name), ...added].map((name) => sql.ref(name))
  await sql`create or replace view ${sql.table(view)} as select ${sql.join(columns)} from ${sql.table(table)}`.execute(
    db,
  )
}
