import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { openDatabase } from '#foundation/db/database.ts'
import { compareRollups } from '#selling/sales/dashboard/compare-rollups.ts'
import { rollUpWeeks } from '#selling/sales/dashboard/roll-up-ahead.ts'
import { countChanges } from '#selling/recurring/ledger/count-changes.ts'
import { sumCustomers } from '#selling/customers/sum-customers.ts'
import { saleTables } from './sales.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { shopTables } from './shops.ts'

/** The percentage of each table's rows to check. About ten thousand rows of the largest table are read. */
const shareOf = (rows: number) => Math.min(100, Math.max(0.1, 2_000_000 / Math.max(1, rows)))
const count = z.object({ count: z.coerce.number() })

/**
 * Checks that the product could have left a filled store like this: references lead to rows, customers' totals match
 * the product's job, purchases match their lines, and daily rollups match their rows. Throws with all of the mistakes
 * it finds. It also makes the seller's daily rollups and the ledger of recurring revenue, as the product's jobs do.
 */
export async function checkStore(url: string, sellerId: string): Promise<void> {
  const wrong: string[] = []
  await withClient(url, async (client) => {
    for (const [what, statement] of await rulesOf(client)) {
      const { rows } = await client.query(statement)
      const found = z.array(count).parse(rows)[0]?.count ?? 0
      if (found > 0) wrong.push(`${what}: ${found}`)
    }
  })
  const alarms: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void alarms.push(line) })
  const db = openDatabase(url, { log, maxConnections: 2 })
  try {
    await withClient(url, async (client) => {
      const before = await markCustomers(client, sellerId)
      while ((await sumCustomers({ db })) > 0);
      const after = await totalsOf(client, sellerId)
      if (before !== after) wrong.push(`what customers have paid: ${before} and not ${after}`)
      while ((await countChanges({ db })) > 0);
      while ((await rollUpWeeks(db, sellerId, 8)) > 0);
      await client.query('update sales_sums set compared_at = $1', [new Date(0)])
    })
    while ((await compareRollups({ db, log, clock: { now: () => new Date() } })) > 0);
  } finally {
    await db.destroy()
  }
  if (wrong.length + alarms.length > 0)
    throw new Error(`The store is not as it would be:\n${[...wrong, ...alarms].join('\n')}`)
}

/** Counts broken rows in a sample of a filled table. The product's own stores never have any. */
async function rulesOf(client: Client): Promise<[string, string][]> {
  const { rows: sizes } = await client.query(
    `select reltuples::bigint as count from pg_class where oid = 'purchases'::regclass`,
  )
  const share = shareOf(z.array(count).parse(sizes)[0]?.count ?? 0)
  const tables = [...saleTables, ...shopTables]
  const { rows } = await client.query<{
    name: string
    child: string
    parent: string
    on: string
    set: string
  }>(
    `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
      string_agg(format('parent.%I = child.%I', theirs.attname, ours.attname), ' and ') as on,
      string_agg(format('child.%I is not null', ours.attname), ' and ') as set
    from pg_constraint, unnest(conkey, confkey) as keys (ours, theirs)
    join pg_attribute ours on ours.attnum = keys.ours join pg_attribute theirs on theirs.attnum = keys.theirs
    where contype = 'f' and conrelid = any($1::regclass[]) and ours.attrelid = conrelid and theirs.attrelid = confrelid
    group by 1, 2, 3`,
    [tables],
  )
  const lost = rows.map(({ name, child, parent, on, set }): [string, string] => [
    name,
    `select count(*) from (select * from ${child} tablesample system (${share})) child
    where ${set} and not exists (select from ${parent} parent where ${on})`,
  ])
  return [
    ...lost,
    [
      'purchases that are not their lines',
      `select count(*) from (select id, total from purchases tablesample system (${share})) sale
      where total <> (select coalesce(sum(total), 0) from purchase_lines where purchase_id = sale.id)`,
    ],
    [
      'purchases without the end of their history',
      `select count(*) from (select id, status from purchases tablesample system (${share})) sale
      where status <> (select status from purchase_transitions where purchase_id = sale.id order by id desc limit 1)`,
    ],
    [
      'customers who first paid at another time',
      `select count(*) from (select * from customers tablesample system (${share})) buyer
      where merged_into is null and erased_at is null and first_paid_at <> (
        select min(paid_at) from purchases where seller_id = buyer.seller_id and customer_id = buyer.id)`,
    ],
  ]
}

/** Marks customers as changed, as the product's triggers do, and returns the totals stored for them. */
async function markCustomers(client: Client, sellerId: string): Promise<string> {
  await client.query(
    `create temporary table marked as
    select distinct customer_id from customer_totals where seller_id = $1 and currency <> '' limit 2000`,
    [sellerId],
  )
  const before = await totalsOf(client, sellerId)
  await client.query(
    `insert into customer_totals (customer_id, seller_id, currency, total)
    select customer_id, $1, '', 9223372036854775807 from marked`,
    [sellerId],
  )
  return before
}

async function totalsOf(client: Client, sellerId: string): Promise<string> {
  const { rows } = await client.query(
    `select coalesce(string_agg(customer_id || currency || total, ' ' order by customer_id, currency), '') as totals
    from (select customer_id, currency, total from customer_totals join marked using (customer_id) where seller_id = $1) found`,
    [sellerId],
  )
  const [{ totals }] = z.tuple([z.object({ totals: z.string() })]).parse(rows)
  return createHash('sha256').update(totals).digest('hex').slice(0, 12)
}
