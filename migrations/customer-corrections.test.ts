import { expect, test } from 'vitest'
import { migrate, migrateTo } from '#foundation/db/migrate/migrate.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { createEmptyDatabase } from '#foundation/db/test-database.ts'

const [seller, customer] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

test('a note that told of a corrected address becomes a record, and others stay notes', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrateTo(database.url, '0059-saved-views')
    await withClient(database.url, async (client) => {
      await client.query(`insert into sellers (id, name) values ('${seller}', 'A shop')`)
      await client.query(`
        insert into customers (id, seller_id, email_key, email, name, first_paid_at)
        values ('${customer}', '${seller}', 'ana@gmail.example', 'ana@gmail.example', 'Ana', now())`)
      await client.query(`
        insert into customer_notes (id, customer_id, text, written_at)
        select gen_random_uuid(), '${customer}', text, now()
        from unnest(array['Email corrected from ana@gmial.example to ana@gmail.example', 'Likes blue']) text`)
    })
    await migrate(database.url)
    await withClient(database.url, async (client) => {
      const corrections = await client.query('select from_email, to_email from customer_corrections')
      const notes = await client.query('select text from customer_notes')
      expect(corrections.rows).toEqual([{ from_email: 'ana@gmial.example', to_email: 'ana@gmail.example' }])
      expect(notes.rows).toEqual([{ text: 'Likes blue' }])
    })
  } finally {
    await database.drop()
  }
})
