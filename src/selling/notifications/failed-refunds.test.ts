import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { bellOf, buy, choose, notificationsTo, notifyAll } from './test-notifications.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

/** A sale by a new shop, of which $10.00 is refunded. */
async function refunded(card: string) {
  const seller = await signUpSeller(app)
  await choose(app, seller, { sale: 'off', refund: 'off' })
  const id = await buy(app, await createTestForm(app, seller), card)
  await call(app, 'POST', `/api/sales/${id}/refunds`, { token: seller.token, body: { amount: 10 } })
  const { db } = app.services
  const read = () =>
    db.selectFrom('refunds').selectAll().where('purchaseId', '=', id).executeTakeFirstOrThrow()
  return { seller, id, read }
}

const kindsOf = async (seller: TestSeller) => (await bellOf(app, seller)).notices.map(({ kind }) => kind)

test('seller and buyer are notified of a refund that fails after it succeeded', async () => {
  const { seller, id, read } = await refunded('pm_card_refundFail')
  const before = await read()
  await moveProviderClock(app, 120)
  do await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0)
  await notifyAll(app)
  const mails = await notificationsTo(app, seller)
  const { id: mail } = await app.services.db
    .selectFrom('mails')
    .select('id')
    .where('purchaseId', '=', id)
    .where('kind', '=', 'refund_failed')
    .executeTakeFirstOrThrow()
  const buyers = await (await fetch(`${app.url}/dev/mail/${mail}`)).text()

  expect([before.status, (await read()).status]).toEqual(['succeeded', 'failed'])
  expect(await kindsOf(seller)).toEqual(['refund_failed', 'refund', 'sale'])
  expect(mails.map(({ subject }) => subject)).toEqual(['Refund failed: $10.00'])
  expect(mails[0]?.text).toContain('did not reach Bea Novak. Stripe returned it to your balance.')
  expect(buyers).toContain('Your refund did not arrive')
  expect(buyers).toContain('can refund you again or pay you another way')
})

test('only the seller is notified of a refund that fails after days if the buyer did not know of it', async () => {
  const { seller, id, read } = await refunded('pm_card_pendingRefund')
  const pending = await read()
  const outcome = { status: 'failed', failureReason: 'lost_or_stolen_card' } as const
  await settleRefund(app.services, pending, outcome, 'test')
  await settleRefund(app.services, pending, outcome, 'test')
  await notifyAll(app)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('purchaseId', '=', id)
    .execute()

  expect(pending.status).toBe('pending')
  expect(await kindsOf(seller)).toEqual(['refund_failed', 'sale'])
  expect((await notificationsTo(app, seller)).map(({ subject }) => subject)).toEqual([
    'Refund failed: $10.00',
  ])
  expect(mails.map(({ kind }) => kind)).toEqual(['receipt'])
})

test('the seller is notified when a business gets its tax back, apart from other refunds', async () => {
  const seller = await signUpSeller(app)
  await choose(app, seller, { sale: 'off' })
  const tax = { title: 'VAT', percentage: 20, inclusive: true }
  const { id: taxId } = z
    .object({ id: z.string() })
    .parse((await call(app, 'POST', '/api/taxes', { token: seller.token, body: tax })).body)
  const id = await buy(app, await createTestForm(app, seller, { taxId, amount: 120 }))
  await refundPurchase(app.services, id, { amount: null, idempotencyKey: `vat-${id}`, requestedBy: 'vat' })
  await notifyAll(app)
  const mails = await notificationsTo(app, seller)

  expect(await kindsOf(seller)).toEqual(['tax_refund', 'sale'])
  expect(mails.map(({ subject }) => subject)).toEqual(['Tax refunded: $20.00'])
  expect(mails[0]?.text).toContain('The EU’s register confirmed the VAT number of Bea Novak')
  expect(mails[0]?.text).toContain('We refunded $20.00 of tax.')
})
