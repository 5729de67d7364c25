import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { listForms } from './list-forms.ts'

let database: TestDatabase
let db: Kysely<Database>
const sellerId = newId()
/** The number of forms: so many that reading all of them is slower than using the index. */
const forms = 20_000

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  await db.insertInto('sellers').values({ id: sellerId, name: 'A seller with many forms' }).execute()
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select uuidv7(), ${sellerId}, 'form-' || n, 'Course number ' || n, 'Six weeks of light', 'https://youtu.be/x',
      4900, 'usd', 'OneTimePrice', 1, 'Daily', 0, 'Pay', '#fff', '#7F1CCF'
    from generate_series(1, ${forms}) n`.execute(db)
  await sql`analyze forms`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const own = { plan: 'GROWTH', onboardingStatus: 'completed' } as const

test.for([
  ['the first page', {}, 10],
  ['a page far back', { page: 900 }, 10],
  ['a search for one form', { q: 'number 19987' }, 1],
  ['a search that finds nothing', { q: 'watercolor' }, 0],
] as const)('%s of a seller’s many forms is found without reading them all', async ([, query, found]) => {
  const before = await scans()
  const listed = await listForms(
    db,
    { sellerId, user: undefined, role: undefined },
    { q: '', page: 0, limit: 10, ...query },
    { now: new Date(), own },
  )
  const after = await scans()

  expect(listed.slice(0, 10)).toHaveLength(found)
  expect(after.whole - before.whole).toBe(0)
  expect(after.byWords > before.byWords).toBe('q' in query)
})

test('a search for a word finds its forms for every page of results, new and old', async () => {
  // Some matching forms are among the newest, the others among the oldest.
  await sql`update forms set title = 'Sourdough' where name ~ '^form-(198[0-9]{2}|[0-9]{2})$'`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from forms where title = 'Sourdough' order by id desc`.execute(db)
  expect(rows.length).toBeGreaterThan(150)
  const found: string[] = []
  for (let page = 0; found.length < rows.length; page += 1) {
    const listed = await listForms(
      db,
      { sellerId, user: undefined, role: undefined },
      { q: 'dough', page, limit: 10 },
      { now: new Date(), own },
    )
    // One additional row shows that there is another page.
    expect(listed.length).toBe(Math.min(11, rows.length - found.length))
    found.push(...listed.slice(0, 10).map(({ form }) => form.id))
  }

  expect(found).toEqual(rows.map(({ id }) => id))
})

/** The number of word index scans and full table scans so far. */
async function scans() {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select i.idx_scan as by_words, t.seq_scan as whole
    from pg_stat_user_indexes i join pg_stat_user_tables t using (relid)
    where i.indexrelname = 'forms_by_words'`.execute(db)
  return z.tuple([z.object({ byWords: z.number(), whole: z.number() })]).parse(rows)[0]
}
