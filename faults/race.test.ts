import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { reconcileAccounts } from './books.ts'
import { runChanges } from './changes.ts'
import { planRace } from './race-plan.ts'
import { runRace } from './race.ts'
import { openShop, type Shop } from './shop.ts'
import { runTwoTabs } from './two-tabs.ts'

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  shop = await openShop(database.url)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

// Proves unknown-charge.
test('records match Stripe’s after simultaneous purchases with faults and kills', async () => {
  await runRace(shop, 20, 32)
  expect(await reconcileAccounts(shop)).toEqual([])
})

test('during price changes no buyer pays more than shown, and no refund exceeds its payment', async () => {
  await runChanges(shop, 21, 50)
  expect(await reconcileAccounts(shop)).toEqual([])
})

test('a buyer with two tabs and two payment methods pays only once', async () => {
  await runTwoTabs(shop, 22, 10)
  expect(await reconcileAccounts(shop)).toEqual([])
})

test('the same seed plans the same race', () => {
  expect(planRace(7, 20)).toEqual(planRace(7, 20))
  expect(planRace(7, 20)).not.toEqual(planRace(8, 20))
})
