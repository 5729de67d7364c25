import type { Client } from 'pg'
import { makeIndexes, postponeIndexes } from './later.ts'
import { addTotals, fillSales, markRecurring, saleTables } from './sales.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { fillForms, fillSellers, shopTables } from './shops.ts'
import type { Sizes } from './sizes.ts'
import { extractStories } from './stories.ts'
import { readLife, wordsOf } from './words.ts'

/**
 * Fills a store that contains the product's demo shop with more sales and with similar shops. The demo's seller has the
 * most sales.
 */
export async function fillStore(url: string, sizes: Sizes, say: (line: string) => void): Promise<void> {
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    say(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  await withClient(url, async (client) => {
    await client.query(`set work_mem = '256MB'`)
    await extractStories(client)
    const words = wordsOf(sizes, await readLife(client))
    await postponeIndexes(client, [...shopTables, ...saleTables])
    if (sizes.sellers > 1) await timed('sellers', () => fillSellers(client, sizes))
    await timed('forms', () => fillForms(client, sizes, words))
    await timed('sales', () => fillSales(client, sizes.purchases, words, say))
    await timed('totals of customers', () => withoutTriggers(client, addTotals))
    await client.query(markRecurring)
    await markAllNotified(client)
  })
  await timed('indexes', () => makeIndexes(url, say))
  await timed('vacuum analyze', () => withClient(url, (client) => client.query('vacuum analyze')))
  await withClient(url, (client) => client.query('drop schema fill cascade'))
}

async function withoutTriggers(client: Client, statement: string): Promise<void> {
  await client.query('begin')
  await client.query(`set local session_replication_role = 'replica'`)
  await client.query(statement)
  await client.query('commit')
}

/** Avoids notifications about past sales. No daily rollups exist yet at this point. */
async function markAllNotified(client: Client): Promise<void> {
  await client.query(`
    update notice_cursors set collected_to = newest.id, seen_to = newest.id
    from (select max(id) as id from purchase_transitions) newest;
    update notice_paces set told_to = (select max(id) from notices), due_at = null;
    delete from sales_sums`)
}
