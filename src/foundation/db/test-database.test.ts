import { expect, test } from 'vitest'
import { withClient } from './test-client.ts'
import { askForTestServer, createTestDatabase } from './test-database.ts'

async function listDatabases(): Promise<string> {
  const { url } = await askForTestServer()
  return withClient(url, async (client) => {
    const { rows } = await client.query('select datname as name from pg_database')
    return JSON.stringify(rows)
  })
}

test('databases of tests are isolated from each other', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await withClient(first.url, (client) => client.query('create table mine (id int)'))

  const { rows } = await withClient(second.url, (client) =>
    client.query("select to_regclass('mine') as found"),
  )
  expect(rows).toEqual([{ found: null }])
  await Promise.all([first.drop(), second.drop()])
})

test('a test database is dropped even with open connections', async () => {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  expect(await listDatabases()).toContain(name)

  await withClient(database.url, async (client) => {
    client.on('error', () => undefined)
    await database.drop()
  })
  expect(await listDatabases()).not.toContain(name)
})
