import type { Client } from 'pg'

/** SQL for the new values in a copied row. The original row is `t`; the new row's data is `made`. */
export type Changed = Readonly<Record<string, string>>

type Column = { readonly name: string; readonly type: string }

/** Lists a table's columns, except those the database computes. */
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
  /** The rows to copy (`t`), each joined with the data of its new row (`made`). */
  readonly from: string
  readonly changed: Changed
  /** Columns that the database numbers automatically. */
  readonly without?: readonly string[]
}

/**
 * Builds the statement that copies a table's rows and shifts their times by `made.shift`. Columns without a
 * new value are copied as they are, including any that later migrations add.
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
