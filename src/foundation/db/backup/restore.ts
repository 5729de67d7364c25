import type { Migration } from 'kysely/migration'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { z } from 'zod'
import { migrations as ours } from '../../../../migrations/index.ts'
import { Line, rowOf } from './backup-file.ts'
import { hasCode } from '../embedded/files.ts'
import { openClient } from '../server/hosts.ts'
import { migrate, migrateTo } from '../migrate/migrate.ts'

const charactersAtOnce = 1_000_000
/** The errors that zlib reports for a truncated or altered file. */
const damages = ['Z_BUF_ERROR', 'Z_DATA_ERROR']

/** The file is not a complete backup or is from a newer version, or the database is not empty. */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

const unreadableRow = 'The backup is damaged: a row in it cannot be read.'

const foreignKeysQuery = `
  select conname as name, conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`

const ForeignKeys = z.array(z.object({ name: z.string(), table: z.string(), definition: z.string() }))

/**
 * Fills an empty database from a backup: migrates to the backup's schema, copies everything or nothing,
 * checks every foreign key, and migrates to the current schema. It needs only the rights of the database's
 * owner, so it can also move a shop from the embedded PostgreSQL to a server.
 */
export async function restore(
  url: string,
  file: string,
  migrations: Record<string, Migration> = ours,
): Promise<{ rows: number }> {
  const lines = readLines(file)
  try {
    const header = await readHeader(lines)
    const client = await openClient(url, { application_name: 'tillform restore' })
    try {
      return { rows: await fill(client, url, header.migration, lines, migrations) }
    } finally {
      await client.end()
    }
  } finally {
    await lines.return(undefined)
  }
}

async function fill(
  client: Client,
  url: string,
  migration: string | null,
  lines: AsyncGenerator<string>,
  migrations: Record<string, Migration>,
): Promise<number> {
  await assertFresh(client)
  if (migration !== null && !Object.hasOwn(migrations, migration)) {
    const [first = ''] = Object.keys(migrations)
    throw new RestoreFailed(
      `The backup was made by ${migration < first ? 'an older' : 'a newer'} version (migration ${migration}). Restore it with that version.`,
    )
  }
  const present = await namesOfThings(client)
  try {
    if (migration !== null) await migrateTo(url, migration, migrations)
    const rows = await load(client, lines)
    await migrate(url, migrations)
    return rows
  } catch (error) {
    await client.query('rollback')
    await dropThings(client, present)
    throw isOfData(error) ? new RestoreFailed(unreadableRow, { cause: error }) : error
  }
}

/** The kinds of objects in a schema and the statements that drop them. Objects of extensions are not ours. */
const thingsQuery = `
  select 'table' as kind, oid, format('drop table %s cascade', oid::regclass) as statement
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  union all
  select 'routine', oid, format('drop routine %s cascade', oid::regprocedure)
  from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select 'type', oid, format('drop type %s cascade', oid::regtype)
  from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  order by kind desc`

const Things = z.array(z.object({ oid: z.coerce.string(), statement: z.string() }))

async function namesOfThings(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query(thingsQuery)
  return new Set(Things.parse(rows).map(({ oid }) => oid))
}

/** Drops a schema without rows, because with it the next restore would fail. */
async function dropThings(client: Client, kept: ReadonlySet<string>) {
  for (;;) {
    const { rows } = await client.query(thingsQuery)
    const next = Things.parse(rows).find(({ oid }) => !kept.has(oid))
    if (next === undefined) return
    await client.query(next.statement)
  }
}

/**
 * The error classes for values or references that the schema rejects (22 and 23 in appendix A of PostgreSQL's
 * manual).
 */
function isOfData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('22') || code.startsWith('23')
}

async function load(client: Client, lines: AsyncGenerator<string>): Promise<number> {
  await client.query('begin; set local statement_timeout = 0')
  const { rows } = await client.query(foreignKeysQuery)
  const foreignKeys = ForeignKeys.parse(rows)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  }
  const count = await loadTables(client, lines)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
  await client.query('commit')
  return count
}

/** Disables our triggers, because the data already contain their effects. */
async function loadTables(client: Client, lines: AsyncGenerator<string>): Promise<number> {
  let table: Extract<Line, { kind: 'table' }> | undefined
  let waiting: string[] = []
  let size = 0
  let count = 0
  const flush = async () => {
    if (table !== undefined && waiting.length > 0) await insert(client, table, waiting)
    count += waiting.length
    waiting = []
    size = 0
  }
  for await (const text of lines) {
    const row = rowOf(text)
    if (row !== undefined) {
      waiting.push(row)
      size += row.length
      if (size > charactersAtOnce) await flush()
      continue
    }
    await flush()
    if (table !== undefined) await client.query(`alter table ${nameOf(table)} enable trigger user`)
    const line = parse(text)
    if (line.kind === 'end') {
      if (line.rows !== count) throw new RestoreFailed('The backup is damaged: rows are missing.')
      await setSequences(client, line.sequences)
      return count
    }
    if (line.kind === 'header') throw new RestoreFailed('The backup is damaged: it begins twice.')
    table = line
    await client.query(`alter table ${nameOf(table)} disable trigger user`)
    // Deletes rows that a migration may have inserted.
    await client.query(`delete from ${nameOf(table)}`)
  }
  throw new RestoreFailed('The backup is damaged: its end is missing.')
}

async function insert(client: Client, table: Extract<Line, { kind: 'table' }>, rows: string[]) {
  const name = nameOf(table)
  const columns = table.columns.map(escapeIdentifier).join(', ')
  await client.query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}

async function setSequences(client: Client, sequences: Record<string, string>) {
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [`public.${escapeIdentifier(name)}`, value])
  }
}

async function assertFresh(client: Client) {
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace limit 1",
  )
  if (rows.length > 0) {
    throw new RestoreFailed('The database is not empty. Restore into a new one so nothing is overwritten.')
  }
}

async function readHeader(lines: AsyncGenerator<string>) {
  const first = await lines.next()
  const line = first.done === true ? undefined : parse(first.value)
  if (line?.kind === 'header') return line
  throw new RestoreFailed('The file is not a backup.')
}

/**
 * Splits a file into lines. Only a line feed ends a line, because texts can contain other characters that Node treats
 * as line ends.
 */
async function* readLines(file: string): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(file)
  const unzipped = createGunzip().setEncoding('utf8')
  source.on('error', (error) => unzipped.destroy(error)).pipe(unzipped)
  let rest = ''
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (!hasCode(error, damages)) throw error
    throw new RestoreFailed('The file is not a backup of this product, or it is damaged.', { cause: error })
  } finally {
    source.destroy()
  }
}

function parse(text: string): Line {
  try {
    return Line.parse(JSON.parse(text))
  } catch (error) {
    throw new RestoreFailed('The file is not a backup of this product, or it is damaged.', { cause: error })
  }
}

const nameOf = (table: { name: string }) => `public.${escapeIdentifier(table.name)}`
