// @module-tag long fills the tables of a large shop
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrate, migrateTo } from '#foundation/db/migrate/migrate.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createEmptyDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { migrations } from './index.ts'

const seller = '00000000-0000-7000-8000-000000000001'
const form = '00000000-0000-7000-8000-000000000002'

/** A shop with many sales: SQL that fills each table that grows with sales. */
const filled = {
  purchases: `
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, email, name, currency,
      subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, payment_intent_id, paid_at)
    select gen_random_uuid(), '${seller}', '${form}', n::text, 'x', 'paid', n || '@example.com', 'Bea', 'usd',
      4900, 0, 4900, 0, 'acct_1', 'pi_' || n, now()
    from generate_series(1, 100000) n`,
  purchase_lines: `
    insert into purchase_lines (purchase_id, position, kind, title, subtotal, tax_amount, total)
    select id, 0, 'form', 'A course', 4900, 0, 4900 from purchases limit 20000`,
  purchase_transitions: `
    insert into purchase_transitions (purchase_id, status, cause)
    select id, 'paid', 'answer' from purchases limit 20000`,
  mails: `
    insert into mails (id, kind, purchase_id, recipient, sent_at, next_attempt_at)
    select gen_random_uuid(), 'receipt', id, 'bea@example.com', now(), null from purchases limit 20000`,
  webhook_events: `
    insert into webhook_events (id, type, payload, done_at)
    select 'evt_' || n, 'payment_intent.succeeded', '{}', now() from generate_series(1, 20000) n`,
  notices: `
    insert into notices (transition_id, seller_id, kind, purchase_id, amount, currency, at)
    select id, '${seller}', 'sale', purchase_id, 4900, 'usd', now() from purchase_transitions limit 20000`,
}

let database: TestDatabase
/** The effects of each newer migration on this shop's tables, in order. */
const strains = new Map<string, string[]>()

beforeAll(async () => {
  database = await createEmptyDatabase()
  const [baseline = '', ...newer] = Object.keys(migrations)
  await migrateTo(database.url, baseline)
  await withClient(database.url, async (client) => {
    // Filling this index takes longer than everything else together and adds nothing to the test.
    await client.query('drop index if exists purchases_by_words')
    await client.query(`insert into sellers (id, name) values ('${seller}', 'A shop')`)
    await client.query(`
      insert into forms (id, seller_id, name, title, description, image, amount, currency, price_type, billing_interval,
        billing_period, cancel_after, button_text, button_text_color, theme_color)
      values ('${form}', '${seller}', 'A', 'A', 'A', '/a.webp', 4900, 'usd', 'OneTimePrice', 1, 'Monthly', 0, 'Pay', '#fff', '#000')`)
    for (const statement of Object.values(filled)) await client.query(statement)
  })
  for (const name of newer) {
    strains.set(name, await strainOf(() => migrateTo(database.url, name)))
  }
})
afterAll(() => database.drop())

const tableState = z.object({
  name: z.string(),
  /** The table's file number, which changes when the table is rewritten. */
  file: z.string(),
  /** Rows read by sequential scans and rows written, since the database was created. */
  read: z.coerce.number(),
  written: z.coerce.number(),
})
type TableState = z.output<typeof tableState>

async function look(client: Client): Promise<Map<string, TableState>> {
  const isMigrating = async () => {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type in ('client backend', 'parallel worker')`,
    )
    return rows.length > 0
  }
  // PostgreSQL updates a connection's statistics when it closes.
  await vi.waitFor(async () => expect(await isMigrating()).toBe(false), { interval: 10, timeout: 120_000 })
  const { rows } = await client.query(
    `select relname as name, pg_relation_filenode(relid)::text as file, seq_tup_read as read,
      n_tup_ins + n_tup_upd + n_tup_del as written
    from pg_stat_user_tables where relname = any($1)`,
    [Object.keys(filled)],
  )
  return new Map(
    z
      .array(tableState)
      .parse(rows)
      .map((state) => [state.name, state]),
  )
}

/**
 * A migration's slow effects on large tables. It counts rows and rewrites instead of seconds, which differ between
 * machines.
 */
async function strainOf(work: () => Promise<void>): Promise<string[]> {
  return withClient(database.url, async (client) => {
    const before = await look(client)
    await work()
    const after = await look(client)
    return [...before].flatMap(([name, then]) => {
      const now = after.get(name)
      if (now === undefined) return [`${name} is gone`]
      return [
        ...(now.file === then.file ? [] : [`${name} was rewritten`]),
        ...(now.read - then.read < 10_000 ? [] : [`${name} was fully read`]),
        ...(now.written - then.written < 10_000 ? [] : [`many rows of ${name} were changed`]),
      ]
    })
  })
}

// Proves migration-locks.
test('no migration reads or rewrites a whole large table', async () => {
  expect([...strains].filter(([, strain]) => strain.length > 0)).toEqual([])
})

test.each([
  ['an index', 'create index on purchases (currency)', ['purchases was fully read']],
  [
    'a column’s new type',
    'alter table mails alter column attempts type bigint',
    ['mails was rewritten', 'mails was fully read'],
  ],
  [
    'a constraint on all rows',
    'alter table purchase_lines add check (position >= 0)',
    ['purchase_lines was fully read'],
  ],
  [
    'an update of all rows',
    "update webhook_events set outcome = 'done'",
    ['webhook_events was fully read', 'many rows of webhook_events were changed'],
  ],
  ['a new column', 'alter table purchases add column a_new_one text', []],
  ['a new column with a default', "alter table purchases add column b_new_one text not null default 'b'", []],
  ['a constraint on new rows', 'alter table purchases add check (total >= 0) not valid', []],
])('the check reports %s only if it reads or rewrites a whole table', async (_, statement, strain) => {
  const trial: Migration = { up: async (db) => void (await sql.raw(statement).execute(db)) }
  const names = Object.keys(migrations)
  const kept = { ...migrations, [`9999-trial`]: trial }
  expect(await strainOf(() => migrate(database.url, kept))).toEqual(strain)
  // Makes the next test case run the migrations again.
  await withClient(database.url, (client) =>
    client.query('delete from kysely_migration where name <> all($1)', [names]),
  )
})
