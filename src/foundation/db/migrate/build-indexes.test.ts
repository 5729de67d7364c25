import { expect, test } from 'vitest'
import { buildIndexes } from './build-indexes.ts'
import { withClient } from '../test-client.ts'
import { createTestDatabase } from '../test-database.ts'

const indexes = { users_by_name: 'users (name)', users_by_role: 'users (role)' }

test('a missing index is built once and rebuilt after an interruption', async () => {
  const database = await createTestDatabase()
  try {
    expect(await buildIndexes(database.url, indexes)).toEqual(['users_by_name', 'users_by_role'])
    expect(await buildIndexes(database.url, indexes)).toEqual([])

    await withClient(database.url, async (client) => {
      // Puts the index into the state that a killed build leaves behind.
      await client.query(
        "update pg_index set indisvalid = false where indexrelid = 'users_by_name'::regclass",
      )
    })
    expect(await buildIndexes(database.url, indexes)).toEqual(['users_by_name'])
    expect(await buildIndexes(database.url, indexes)).toEqual([])
  } finally {
    await database.drop()
  }
})

// Proves migration-locks.
test('an index is built while its table keeps accepting writes', async () => {
  const database = await createTestDatabase()
  try {
    await withClient(database.url, async (writer) => {
      const insert = (id: number) =>
        writer.query('insert into users (id, name, email) values (gen_random_uuid(), $1, $2)', [
          'Ada',
          `ada${id}@example.com`,
        ])
      await writer.query('begin')
      await insert(1)
      const building = buildIndexes(database.url, indexes)
      // Building the index waits for this transaction, but does not block later writers.
      await withClient(database.url, async (other) => {
        for (;;) {
          const { rows } = await other.query(
            "select from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'",
          )
          if (rows.length > 0) break
        }
        await other.query(
          "insert into users (id, name, email) values (gen_random_uuid(), 'Bea', 'bea@example.com')",
        )
      })
      await insert(2)
      await writer.query('commit')
      expect(await building).toEqual(['users_by_name', 'users_by_role'])
    })
  } finally {
    await database.drop()
  }
})
