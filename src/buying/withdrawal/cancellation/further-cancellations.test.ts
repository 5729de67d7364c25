import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import type { TestApp } from '#test-app.ts'
import { hiddenIn, post, purchaseOf, startWithdrawals, workOff } from '../test-withdrawals.ts'
import { withdrawalWriters } from '../write-withdrawal-mails.ts'

let shop: Awaited<ReturnType<typeof startWithdrawals>>
let app: TestApp

beforeAll(async () => {
  shop = await startWithdrawals()
  app = shop.app
})
afterAll(async () => app.close())

async function cancel(fields: Readonly<Record<string, string>>): Promise<void> {
  const review = await post(app, '/cancel-contract', { name: 'Bea Novak', ...fields })
  await post(app, '/cancel-contract', { ...hiddenIn(review), step: 'confirm' })
  await workOff(app)
}

test('the seller sees how a second cancellation differs from the first, with the date written out', async () => {
  const { purchaseId } = await subscribe(app, shop.seller)
  const { email } = await purchaseOf(app, purchaseId)
  const said = { email, reference: purchaseId }
  await cancel({ ...said, ground: 'ordinary', endsOn: '2062-12-31' })
  await cancel({ ...said, ground: 'cause', cause: 'It never worked', endsOn: '2062-11-30' })
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'withdrawals_counted')
    .executeTakeFirstOrThrow()
  const written = await withdrawalWriters(app.services)[mail.kind]?.(mail)

  expect(written?.subject).toBe('Cancellation by Bea Novak')
  expect(written?.text).toContain('It never worked')
  expect(written?.text).toContain('It continues until the end of the period that includes 30 Nov 2062.')
  expect(written?.text).not.toMatch(/Many|Bots|2062-/)
})
