import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { z } from 'zod'
import { lineOf, lineOfRow } from './backup-file.ts'
import { openClient } from '../server/hosts.ts'

const rowsAtOnce = 500

/**
 * The tables to back up: logged ones (unlogged ones may be lost anyway) in the schema `public`, with the
 * columns that are not computed.
 */
const tablesQuery = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relpersistence = 'p' and relname not like 'kysely\\_migration%'
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname order by relname`

const sequencesQuery = `
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null`

const Tables = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }))

/**
 * Writes a snapshot of the whole database to a file while the product runs, without blocking anything. Only
 * its owner can read the file, which gets its final name once it is complete. Uploaded files and the job
 * queue (schema `jobs`) are not included.
 */
export async function backup(url: string, file: string): Promise<{ rows: number }> {
  const client = await openClient(url, { application_name: 'tillform backup' })
  const draft = `${file}.part`
  let rows = 0
  try {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
    const lines = Readable.from(readDatabase(client, (count) => (rows = count)))
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, file)
    return { rows }
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function* readDatabase(client: Client, report: (rows: number) => void) {
  const createdAt = new Date().toISOString()
  const migration = await readMigration(client)
  yield lineOf({ kind: 'header', product: 'tillform', format: 1, createdAt, migration })
  let rows = 0
  const tables = await client.query(tablesQuery)
  for (const table of Tables.parse(tables.rows)) {
    yield lineOf({ kind: 'table', ...table })
    for await (const page of readPages(client, table)) {
      yield page.map(lineOfRow).join('')
      rows += page.length
    }
  }
  const found = await client.query(sequencesQuery)
  const sequences = z.array(z.object({ name: z.string(), value: z.string() })).parse(found.rows)
  yield lineOf({
    kind: 'end',
    rows,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  })
  report(rows)
}

async function* readPages(client: Client, table: { name: string; columns: string[] }) {
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const select = `select ${columns} from public.${escapeIdentifier(table.name)}`
  await client.query(
    `declare rows no scroll cursor for select row_to_json(r)::text as row from (${select}) r`,
  )
  for (;;) {
    const page = await client.query(`fetch ${rowsAtOnce} from rows`)
    const rows = z.array(z.object({ row: z.string() })).parse(page.rows)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close rows')
}

async function readMigration(client: Client): Promise<string | null> {
  const known = await client.query("select to_regclass('public.kysely_migration') is not null as found")
  if (!z.tuple([z.object({ found: z.boolean() })]).parse(known.rows)[0].found) return null
  const { rows } = await client.query('select name from kysely_migration order by name desc limit 1')
  return z.array(z.object({ name: z.string() })).parse(rows)[0]?.name ?? null
}
