// @module-tag long fills a shop with 100,000 lost orders
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import type { RecoveryListQuery } from './contract.ts'
import { listRecoveries } from './store.ts'

const lost = 100_000
/** Reading a page takes at most a hundredth of the rows. */
const mostRead = lost / 100

let database: TestDatabase
let db: Kysely<Database>
const sellerId = newId()
const forms = [newId(), newId()] as const
const scope = { sellerId, user: undefined, role: undefined }

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  await fillDatabase(database.url, async (filling) => {
    await sql`insert into sellers (id, name) values (${sellerId}, 'A shop with many lost orders')`.execute(
      filling,
    )
    for (const id of forms) {
      await sql`
        insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
          billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
        values (${id}, ${sellerId}, 'A', 'A', 'A', 'https://youtu.be/x', 4900, 'usd', 'OneTimePrice', 1, 'Daily', 0,
          'Pay', '#fff', '#7F1CCF')`.execute(filling)
    }
    // The second form's orders and the reminders are rare and old.
    await sql`
      insert into recoveries (id, seller_id, form_id, kind, email_key, email, name, choices, amount, currency, language,
        hold_out, state, created_at)
      select uuidv7(at - now()), ${sellerId}, case when n < 50 then ${forms[1]}::uuid else ${forms[0]}::uuid end,
        case when n < 50 then 'page' else 'declined' end, 'key-' || n, 'buyer-' || n || '@example.com', 'Bea',
        '{"bumps":[]}', 4900, 'usd', 'en', n % 10 = 0, case when n % 5 = 0 then 'paid' else 'over' end, at
      from (select n, now() - (${lost}::int - n) * interval '25 seconds' as at from generate_series(1, ${lost}::int) n) numbered`.execute(
      filling,
    )
    await sql`vacuum analyze`.execute(filling)
  })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const query: RecoveryListQuery = { page: 0, limit: 25 }

test.for([
  ['everything', {}, 26],
  ['a rare kind', { kind: 'page' }, 26],
  ['a rare form', { form: forms[1] }, 26],
] as const)('a page of %s among 100,000 lost orders reads only its own rows', async ([, filter, found]) => {
  const before = await rowsRead()
  const rows = await listRecoveries(db, scope, { ...query, ...filter })
  expect((await rowsRead()) - before).toBeLessThan(mostRead)
  expect(rows).toHaveLength(found)
})

test('the last page of lost payments takes as little work as the first', async () => {
  const [oldest] = await db.selectFrom('recoveries').select('id').orderBy('id').offset(10).limit(1).execute()
  const before = await rowsRead()
  expect(await listRecoveries(db, scope, { ...query, page: 4000, before: oldest?.id })).toHaveLength(10)
  expect((await rowsRead()) - before).toBeLessThan(mostRead)
})

/** The number of rows read so far from the table or its indexes. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select (seq_tup_read + (
      select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'recoveries'
    ))::bigint as count
    from pg_stat_user_tables where relname = 'recoveries'`.execute(db)
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count
}
