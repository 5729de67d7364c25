import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '../database.ts'
import { newId } from '../new-id.ts'
import type { Database } from '../schema.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { type PlaceOf, type Places, prepare, prepareColumns } from './prepare.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

type User = { readonly id: string; readonly email: string }

const insertUser = prepare((on, place: PlaceOf<User>) =>
  on.insertInto('users').values({ id: place('id'), email: place('email'), name: 'Ada', role: 'Customer' }),
)
const findUser = prepare((on, place: PlaceOf<Pick<User, 'email'>>) =>
  on.selectFrom('users').select(['id', 'emailVerified']).where('email', '=', place('email')),
)

test('a prepared statement is built once and then run with each call’s values and handle', async () => {
  const people = [1, 2].map((number) => ({ id: newId(), email: `ada${number}@example.com` }))
  for (const person of people) await insertUser(db, person)
  const found = await Promise.all(people.map(async ({ email }) => findUser(db, { email })))
  expect(found.map(([user]) => user?.id)).toEqual(people.map(({ id }) => id))

  const other = { id: newId(), email: 'other@example.com' }
  const seen = await inTransaction(db, async (tx) => {
    await insertUser(tx, other)
    return { inside: await findUser(tx, other), outside: await findUser(db, other).catch(String) }
  })
  expect(seen.inside).toHaveLength(1)
  expect(seen.outside).toContain('outside the open transaction')
})

test('a finished transaction’s handle is rejected and never uses another connection', async () => {
  const late = Promise.withResolvers<undefined>()
  let left: Promise<string> | undefined
  await inTransaction(db, async (tx) => {
    const person = { id: newId(), email: 'in-time@example.com' }
    await insertUser(tx, person)
    left = late.promise
      .then(() => insertUser(tx, { id: newId(), email: 'late@example.com' }))
      .then(String, String)
  })
  late.resolve(undefined)

  expect(await left).toContain('committed')
  expect(await findUser(db, { email: 'late@example.com' })).toEqual([])
  expect(await findUser(db, { email: 'in-time@example.com' })).toHaveLength(1)
})

test('a prepared write is built once for each set of columns', async () => {
  type Person = { readonly name?: string | undefined; readonly role?: 'Customer' | 'SuperAdmin' | undefined }
  let built = 0
  const update = prepareColumns((on, person: Places<Person>, place: PlaceOf<{ readonly id: string }>) => {
    built += 1
    return on.updateTable('users').set(person).where('id', '=', place('id')).returning(['name', 'role'])
  })
  const id = newId()
  await insertUser(db, { id, email: 'columns@example.com' })

  expect(await update(db, { name: 'Bea', role: undefined }, { id })).toEqual([
    { name: 'Bea', role: 'Customer' },
  ])
  expect(await update(db, { role: 'SuperAdmin', name: 'Cleo' }, { id })).toEqual([
    { name: 'Cleo', role: 'SuperAdmin' },
  ])
  expect(await update(db, { name: 'Dora' }, { id })).toEqual([{ name: 'Dora', role: 'SuperAdmin' }])
  expect(built).toBe(2)
})

test('constants are written into a statement so that PostgreSQL plans it only once', async () => {
  const alone = openDatabase(database.url, { log: pino({ level: 'silent' }), maxConnections: 1 })
  await sql`insert into users (id, email, name, role)
    select gen_random_uuid(), number || '@example.com', 'One of many', 'Customer' from generate_series(1, 2000) number`.execute(
    alone,
  )
  await sql`analyze users`.execute(alone)
  const newest = prepare((on, place: PlaceOf<{ readonly name: string }>) =>
    on
      .selectFrom((few) =>
        few
          .selectFrom('users')
          .select('id')
          .where('name', '=', place('name'))
          .where('role', 'in', ['Customer', 'Partner'])
          .orderBy('id', 'desc')
          .limit(3)
          .as('few'),
      )
      .innerJoin('users', 'users.id', 'few.id')
      .select(['users.id', sql<string>`'it''s $9'`.as('odd')]),
  )
  for (let turn = 0; turn < 20; turn += 1) await newest(alone, { name: 'One of many' })
  const { rows } = await sql<{ text: string; plans: number }>`
    select statement as text, custom_plans as plans from pg_prepared_statements where generic_plans > 0`.execute(
    alone,
  )
  await alone.destroy()

  expect(rows.map(({ plans }) => plans)).toEqual([5])
  expect(rows[0]?.text).toContain('limit 3')
})

// PgBouncer before version 1.21 does not support named statements.
const isUnnamed = (process.env['DATABASE_URL'] ?? '').includes('pgbouncer=true')

test.skipIf(isUnnamed)('only prepared statements are stored under a name on the server', async () => {
  const alone = openDatabase(database.url, { log: pino({ level: 'silent' }), maxConnections: 1 })
  const kept = prepare((on, place: PlaceOf<Pick<User, 'email'>>) =>
    on.selectFrom('users').select('name as kept').where('email', '=', place('email')),
  )
  const asked = async () => sql`select name as asked from users where email = ${'nobody'}`.execute(alone)
  for (let turn = 0; turn < 10; turn += 1) {
    await kept(alone, { email: 'nobody' })
    await asked()
  }
  const { rows } = await sql<{
    text: string
  }>`select statement as text from pg_prepared_statements`.execute(alone)
  await alone.destroy()

  expect(rows).toEqual([{ text: 'select "name" as "kept" from "users" where "email" = $1' }])
})

test.skipIf(isUnnamed)(
  'a migration next to a running process fails one query, which can be retried',
  async () => {
    const alone = openDatabase(database.url, { log: pino({ level: 'silent' }), maxConnections: 1 })
    const kept = prepare((on) => on.selectFrom(sql<{ text: string }>`notes`.as('notes')).selectAll())
    const read = async () => kept(alone, {})
    await sql`create table notes as select 'kept' as text`.execute(alone)
    await read()
    await sql`alter table notes add column at int`.execute(alone)

    const answer = await read().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(answer)).toBe(true)
    expect(await read()).toEqual([{ text: 'kept', at: null }])
    await sql`alter table notes drop column at`.execute(alone)
    await read().catch(() => undefined)
    expect(await read()).toEqual([{ text: 'kept' }])
    await alone.destroy()
  },
)
