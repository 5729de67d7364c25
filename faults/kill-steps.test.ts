import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { reconcileAccounts } from './books.ts'
import { newPayment, pay } from './buyer.ts'
import { killSteps } from './kill-steps.ts'
import { runStep } from './run-step.ts'
import { settle } from './settle.ts'
import { openShop, type Shop } from './shop.ts'

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

test.each(killSteps.map((step, round) => ({ ...step, round })))(
  'the books agree after: $name',
  async (step) => {
    // A step ends when the books agree, or fails with the differences.
    await expect(runStep(shop, step, step.round)).resolves.toBeUndefined()
  },
)

test('the comparison finds what is wrong in the books', async () => {
  const payment = newPayment(shop.forms.usd)
  await pay(shop, payment)
  await settle(shop)
  try {
    await setCurrency(payment.key, 'eur')
    // An event of the payment may still be on its way; it does not matter here.
    expect(await reconcileAccounts(shop)).toContainEqual(
      expect.stringMatching(/^charge .* differs from purchase/),
    )
  } finally {
    await setCurrency(payment.key, 'usd')
  }
  await settle(shop)
})

async function setCurrency(key: string, currency: string): Promise<void> {
  const sql = 'update purchases set currency = $2 where idempotency_key = $1'
  await shop.store.query(z.unknown(), sql, [key, currency])
}
