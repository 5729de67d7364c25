import { pino } from 'pino'
import { expect, test } from 'vitest'
import { inTransaction, openDatabase } from '#foundation/db/database.ts'
import { migrate, migrateTo } from '#foundation/db/migrate/migrate.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createEmptyDatabase } from '#foundation/db/test-database.ts'
import { noteEnds } from '#payments/disputes/note-ends.ts'

const seller = '00000000-0000-7000-8000-000000000001'
const form = '00000000-0000-7000-8000-000000000002'
const purchase = '00000000-0000-7000-8000-000000000003'

test('disputes that had ended before are not told of, and those that end from now on are', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrateTo(database.url, '0029-notices')
    await withClient(database.url, async (client) => {
      await client.query(`insert into sellers (id, name) values ('${seller}', 'A shop')`)
      await client.query(`
        insert into forms (id, seller_id, name, title, description, image, amount, currency, price_type,
          billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
        values ('${form}', '${seller}', 'A', 'A', 'A', '/a.webp', 4900, 'usd', 'OneTimePrice', 1, 'Monthly', 0,
          'Pay', '#fff', '#000')`)
      await client.query(`
        insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, email, name, currency,
          subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, payment_intent_id, paid_at)
        values ('${purchase}', '${seller}', '${form}', 'key', 'x', 'paid', 'bea@example.com', 'Bea', 'usd',
          4900, 0, 4900, 0, 'acct_1', 'pi_1', now())`)
      await client.query(`
        insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
        select status, '${seller}', '${purchase}', status, 'fraudulent', 4900, 'usd', now(), now()
        from unnest(array['won', 'lost', 'warning_closed', 'under_review']) status`)
    })
    await migrate(database.url)
    const db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
    try {
      expect(await inTransaction(db, noteEnds)).toEqual([])
      // As a process of before writes it, which knows nothing of what is noted.
      await db.updateTable('disputes').set({ status: 'lost' }).where('id', '=', 'under_review').execute()
      expect(await inTransaction(db, noteEnds)).toMatchObject([{ id: 'under_review', outcome: 'lost' }])
      expect(await inTransaction(db, noteEnds)).toEqual([])
    } finally {
      await db.destroy()
    }
  } finally {
    await database.drop()
  }
})
