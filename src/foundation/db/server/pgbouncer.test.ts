import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { type PlaceOf, prepare } from '../driver/prepare.ts'
import { migrate } from '../migrate/migrate.ts'
import type { Database } from '../schema.ts'
import { withClient } from '../test-client.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
let db: Kysely<Database>
const warnings: string[] = []

beforeAll(async () => {
  database = await createEmptyDatabase()
  const url = new URL(database.url)
  url.searchParams.set('pgbouncer', 'true')
  const log = { warn: (...words: unknown[]) => void warnings.push(words.join(' ')) }
  db = openDatabase(url.href, { log, maxConnections: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const countOf = async (relation: string): Promise<unknown> => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.raw(relation)}`.execute(db)
  return rows[0]?.count
}

test('behind PgBouncer, statements are unnamed and a missing time limit is reported', async () => {
  const again = prepare((on, place: PlaceOf<{ readonly said: string }>) =>
    on.selectNoFrom(sql<string>`${place('said')}::text`.as('said')),
  )
  for (let turn = 0; turn < 10; turn += 1)
    expect(await again(db, { said: 'again' })).toEqual([{ said: 'again' }])

  expect(await countOf(`pg_prepared_statements where statement like '%$1::text%'`)).toBe(0)
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    db,
  )
  expect(warnings.filter((text) => text.includes('statement_timeout'))).toHaveLength(
    rows[0]?.limit === '0' ? 1 : 0,
  )
})

test('processes that start together migrate one at a time and leave no lock', async () => {
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])

  expect(await countOf('kysely_migration')).toBeGreaterThan(0)
  await withClient(database.url, async (client) => {
    const { rows } = await client.query(`select from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`)
    expect(rows).toEqual([])
  })
})
