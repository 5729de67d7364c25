import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { invoicesOf, moveTo, rowOf, type Ordered } from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const parts = {
  label: 'In three parts',
  amount: 17,
  priceType: 'RecurringPrice',
  billingPeriod: 'Monthly',
  cancelAfter: 3,
}
type Price = ReturnType<typeof formSchema.parse>['prices'][number]

const changes = {
  edited: (price: Price) => [
    { ...price, amount: 99, label: 'Dearer', billingPeriod: 'Weekly', cancelAfter: 12 },
  ],
  hidden: (price: Price) => [{ ...price, state: 'hidden' }],
  retired: (price: Price) => [{ ...price, state: 'retired' }],
  removed: () => [],
}

async function subscribed(change: keyof typeof changes): Promise<Ordered & { readonly price: string }> {
  const form = await createTestForm(app, seller, { priceLabel: 'At once', prices: [parts] })
  const stored = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  const [price] = formSchema.parse(stored.body).prices
  if (price === undefined) throw new Error('The form has one price')
  const email = `${change}@example.com`
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, price: price.id }))
  const body = { prices: changes[change](price), isDetailUpdate: false }
  const changed = await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body })
  expect(changed.status).toBe(200)
  return { form, purchaseId, secret, price: price.id }
}

test('plans continue as agreed after their price is edited, hidden, retired or removed', async () => {
  const begun = new Date()
  const orders = []
  for (const change of ['edited', 'hidden', 'retired', 'removed'] as const)
    orders.push(await subscribed(change))
  for (const months of [1, 2, 3]) {
    const due = new Date(begun)
    due.setUTCMonth(due.getUTCMonth() + months)
    await moveTo(app, new Date(due.getTime() + 3 * 60 * 60 * 1000))
    await app.sandbox.untilDelivered()
    await checkSubscriptions(app.services)
  }

  for (const order of orders) {
    const invoices = await invoicesOf(app, order)
    expect(invoices.map(({ amount_paid: paid }) => paid)).toEqual([1700, 1700, 1700])
    const title = 'A course in watercolor (In three parts)'
    expect(await rowOf(app, order)).toMatchObject({ title, status: 'canceled', paidCycles: 3 })
    const charged = await app.services.db
      .selectFrom('purchases')
      .select(['kind', 'priceId', 'total'])
      .where((row) => row.or([row('id', '=', order.purchaseId), row('orderId', '=', order.purchaseId)]))
      .orderBy('createdAt')
      .execute()
    const agreed = { priceId: order.price, total: 1700 }
    expect(charged).toEqual([
      { kind: 'order', ...agreed },
      { kind: 'renewal', ...agreed },
      { kind: 'renewal', ...agreed },
    ])
  }
})
