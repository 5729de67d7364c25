import type { Client } from 'pg'

/** New values for a copy's columns as SQL. The copied row is `t`, and the new row's data is `made`. */
export type Changed = Readonly<Record<string, string>>

type Column = { readonly name: string; readonly type: string }

/** Reads a table's columns except those the database computes. */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows
}

type Copy = {
  readonly table: string
  /** The rows to copy (`t`), each joined with the new row's data (`made`). */
  readonly from: string
  readonly changed: Changed
  /** Columns that the database numbers. */
  readonly without?: readonly string[]
}

/**
 * The statement that copies a table's real rows, with times moved by `made.shift`. Columns that are not named stay as
 * the product left them, so those added by later migrations are copied too.
 */
export async function copyOf(client: Client, { table, from, changed, without = [] }: Copy): Promise<string> {
  const columns = (await columnsOf(client, table)).filter(({ name }) => !without.includes(name))
  const unknown = Object.keys(changed).filter((name) => columns.every((column) => column.name !== name))
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
  const values = columns.map(({ name, type }) => changed[name] ?? kept(name, type))
  return `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')} ${from}`
}

function kept(name: string, type: string): string {
  return type === 'timestamp with time zone' ? `t.${name} + made.shift` : `t.${name}`
}
