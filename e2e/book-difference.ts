import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { borrowEmbeddedPostgres } from '#foundation/db/server/embedded-postgres.ts'
import type { Product } from './product.ts'

/** Records a Stripe charge that belongs to no purchase, so that reconciliation finds a difference. */
export async function addDifference({ dataDir }: Product): Promise<void> {
  const { url } = await borrowEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into book_differences (id, kind, stripe_account_id, payment_intent_id, details)
     values ($1, 'charge_without_purchase', 'acct_1', $2, $3)`,
    [randomUUID(), `pi_${randomUUID()}`, JSON.stringify({ amount: 4900, currency: 'usd' })],
  )
  await client.end()
}
