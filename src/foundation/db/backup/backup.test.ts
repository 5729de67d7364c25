import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backup } from './backup.ts'
import { migrate } from '../migrate/migrate.ts'
import { restore } from './restore.ts'
import { urlOfDatabase, withClient } from '../test-client.ts'
import { createEmptyDatabase, type TestDatabase } from '../test-database.ts'

const running = (...statements: string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const first = running(
  `create table kinds (
    id bigint generated always as identity primary key, exact numeric, huge bigint, bytes bytea, document jsonb,
    loose json, at timestamptz, day date, list text[], text text unique, twice numeric generated always as (exact * 2) stored)`,
  'create table parents (id int primary key, favourite int)',
  'create table children (id int primary key, parent int not null references parents, twin int references children)',
  'alter table parents add foreign key (favourite) references children',
  'insert into parents values (1, null), (99, null)',
  'create unlogged table limits (id int)',
  `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  'create table history (id int)',
  'create trigger append_only before delete on history for each statement execute function refuse()',
)
const second = running('alter table children add column name text not null default $$none$$')
const old = { '0001_first': first }
const present = { ...old, '0002_second': second }

const contentSql = `
  insert into kinds (exact, huge, bytes, document, loose, at, day, list, text) values
    (12345678901234567890.12345678901234567890, 9223372036854775807, '\\x00ff0a', '{"a": [1, null, "\\u2028"]}',
     E'{\\n"b" :\\t 1.50}', '2026-03-29 01:30:00.123456+00', '0044-03-15 BC', array['x', null, 'a,"b"\\n'],
     E'line\\nfeed \\r return \\u2028 separator \\\\ "quotes" \\U0001F600'),
    (null, null, null, null, null, 'infinity', null, '{}', '');
  insert into children values (2, 1, null), (1, 1, 2);
  update parents set favourite = 1 where id = 1;
  delete from parents where id = 99;
  insert into history values (1)`

let source: TestDatabase
let target: TestDatabase
let folder: string
let file: string

beforeEach(async () => {
  ;[source, target] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
  folder = await mkdtemp(join(tmpdir(), 'tillform-backup-'))
  file = join(folder, 'shop.backup')
})
afterEach(async () => {
  await Promise.all([source.drop(), target.drop()])
  await rm(folder, { recursive: true })
})

const run = (url: string, statement: string) => withClient(url, (client) => client.query(statement))
const read = async (url: string, table: string) => {
  const { rows } = await run(url, `select t::text from ${table} t order by 1`)
  return JSON.stringify(rows)
}

test('a restored database has the same values, keys, triggers and sequences', async () => {
  await migrate(source.url, present)
  await run(source.url, contentSql)
  expect(await backup(source.url, file)).toEqual({ rows: 6 })
  expect(await restore(target.url, file, present)).toEqual({ rows: 6 })

  // A backup turns line breaks in json values (but not in jsonb) into spaces.
  await run(source.url, "update kinds set loose = replace(loose::text, E'\\n', ' ')::json")
  for (const table of ['kinds', 'parents', 'children', 'history']) {
    expect(await read(target.url, table)).toBe(await read(source.url, table))
  }
  await expect(run(target.url, 'insert into children values (3, 77, null)')).rejects.toThrow('foreign key')
  await expect(run(target.url, 'delete from history')).rejects.toThrow('no')
  const { rows } = await run(target.url, "insert into kinds (text) values ('next') returning id")
  expect(rows).toEqual([{ id: '3' }])
})

test('a backup from an older version is restored and then migrated', async () => {
  await migrate(source.url, old)
  await run(source.url, contentSql)
  await backup(source.url, file)
  await restore(target.url, file, present)

  expect(await read(target.url, '(select name from children)')).toBe('[{"t":"(none)"},{"t":"(none)"}]')
})

// Proves backup-and-migrations.
test('a backup made while the shop is selling is a consistent snapshot', async () => {
  await migrate(source.url, old)
  const ending = new AbortController()
  const traffic = withClient(source.url, async (client) => {
    for (let id = 100; !ending.signal.aborted; id += 1) {
      await client.query(`with p as (insert into parents values (${id})) insert into history values (${id})`)
    }
  })
  await backup(source.url, file)
  ending.abort()
  await traffic
  await restore(target.url, file, old)

  expect(await read(target.url, '(select id from parents where id >= 100)')).toBe(
    await read(target.url, '(select id from history)'),
  )
})

test('only its owner can read a backup, and a failed backup leaves no file', async () => {
  await migrate(source.url, old)
  await backup(source.url, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  // The second alternative is PgBouncer's message.
  await expect(backup(urlOfDatabase(source.url, 'missing'), join(folder, 'second'))).rejects.toThrow(
    /does not exist|cannot connect/,
  )
  expect(await readdir(folder)).toEqual(['shop.backup'])
})

test('a restore rejects a non-empty database, a newer backup and a damaged file', async () => {
  await migrate(source.url, present)
  await run(source.url, contentSql)
  await backup(source.url, file)
  const whole = await readFile(file)

  await expect(restore(source.url, file, present)).rejects.toThrow('The database is not empty')
  await expect(restore(target.url, file, old)).rejects.toThrow('newer version (migration 0002_second)')
  await writeFile(file, 'something else')
  await expect(restore(target.url, file, present)).rejects.toThrow('not a backup')
  await writeFile(file, whole.subarray(0, whole.length - 20))
  await expect(restore(target.url, file, present)).rejects.toThrow('damaged')
})

test('a good backup can be restored after a damaged one was rejected', async () => {
  await migrate(source.url, old)
  await run(source.url, contentSql)
  await backup(source.url, file)
  const good = await readFile(file)
  const text = gunzipSync(good).toString()
  const lost = text
    .split('\n')
    .filter((line) => !line.includes('"favourite":1'))
    .join('\n')
  const altered = text.replace('"favourite":1', '"favourite":"x"')
  const torn = text.replace('"favourite":1', '"favourite":')
  const cases = [
    [lost, 'damaged: rows are missing'],
    [altered, 'damaged: a row in it cannot be read'],
    [torn, 'damaged: a row in it cannot be read'],
  ] as const
  for (const [content, message] of cases) {
    await writeFile(file, gzipSync(content))
    await expect(restore(target.url, file, old)).rejects.toThrow(message)
  }

  await writeFile(file, good)
  expect(await restore(target.url, file, old)).toEqual({ rows: 6 })
})
