import type { Client } from 'pg'
import { withClient } from '#foundation/db/test-client.ts'

/**
 * Drops all indexes except primary keys before a table is filled, and records them so that they can be rebuilt.
 * Building an index once at the end takes a tenth of the time. The product also builds its large indexes later
 * (`migrations/later-indexes.ts`).
 */
export async function postponeIndexes(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(
    'create table if not exists fill.later (name text, on_table text, definition text, is_rule boolean)',
  )
  const { rows } = await client.query<{ name: string; onTable: string; isRule: boolean }>(
    `with found as (
      insert into fill.later
      select i.indexrelid::regclass::text, i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid), c.oid is not null
      from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
      where i.indrelid = any($1::regclass[]) and not i.indisprimary
      returning name, on_table as "onTable", is_rule as "isRule"
    ) select * from found`,
    [tables],
  )
  for (const { name, onTable, isRule } of rows) {
    await client.query(isRule ? `alter table ${onTable} drop constraint ${name}` : `drop index ${name}`)
  }
}

/** Recreates the dropped indexes two at a time, largest tables first. */
export async function makeIndexes(url: string, say: (line: string) => void): Promise<void> {
  const wanted = await withClient(url, async (client) => {
    const { rows } = await client.query<{
      name: string
      onTable: string
      definition: string
      isRule: boolean
    }>(
      `select name, on_table as "onTable", definition, is_rule as "isRule" from fill.later
      order by pg_table_size(on_table) desc, definition like '% gin %' desc`,
    )
    return rows
  })
  const work = () =>
    withClient(url, async (client) => {
      await client.query(`set maintenance_work_mem = '1GB'`)
      for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
        const startedAt = performance.now()
        await client.query(next.definition)
        say(`  ${next.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
        const { name, onTable } = next
        if (next.isRule) await addRule(client, onTable, name)
        await client.query('delete from fill.later where name = $1', [name])
      }
    })
  await Promise.all([work(), work()])
}

/** Creating an index locks the whole table, so this waits until the table's other index is built. */
async function addRule(client: Client, table: string, name: string): Promise<void> {
  await client.query(`alter table ${table} add constraint ${name} unique using index ${name}`)
}
