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
  'records match Stripe’s after this fault: $name',
  async (step) => {
    // Resolves once the records match, or rejects with the differences.
    await expect(runStep(shop, step, step.round)).resolves.toBeUndefined()
  },
)

test('reconciliation reports a purchase whose currency differs from its charge', async () => {
  const payment = newPayment(shop.forms.usd)
  await pay(shop, payment)
  await settle(shop)
  try {
    await setCurrency(payment.key, 'eur')
    // A webhook for the payment may still arrive; the difference is reported anyway.
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
