import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addFile } from '#accounts/uploads/test-files.ts'
import { call, createTestForm, type TestApp, type TestSeller } from '#test-app.ts'
import { startForms, valid, type Forms } from './test-forms.ts'

let forms: Forms
let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  forms = await startForms()
  app = forms.app
  seller = forms.seller
})
afterAll(async () => app.close())

const rounds = [1, 2, 3]
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(app, method, path, { token: seller.token, body })
const priced = z.object({ amount: z.number(), currency: z.string(), priceType: z.string() })

/** Sends changes simultaneously, each of which may succeed or be rejected. Returns the final state. */
async function changedAtOnce(path: string, ...changes: readonly object[]): Promise<unknown> {
  const answers = await Promise.all(changes.map((change) => send('PATCH', path, change)))
  for (const { status } of answers) expect([200, 422]).toContain(status)
  return (await send('GET', path)).body
}
const formOf = async (id: string, ...changes: readonly object[]) =>
  priced.parse(
    await changedAtOnce(
      `/api/forms/${id}`,
      ...changes.map((change) => ({ isDetailUpdate: false, ...change })),
    ),
  )

// Proves price-races.
test.for(rounds)('an amount given in one currency is never charged in another (%s)', async () => {
  const id = await createTestForm(app, seller, { amount: 20 })
  const form = await formOf(id, { currency: 'jpy', amount: 3000 }, { amount: 49.99 })

  expect(form).toMatchObject({ currency: 'jpy', amount: 3000 })
})

test.for(rounds)('two simultaneous changes cannot make a price free and recurring (%s)', async () => {
  const id = await createTestForm(app, seller, { amount: 20 })
  const form = await formOf(id, { amount: 0 }, { priceType: 'RecurringPrice', billingPeriod: 'Monthly' })

  expect(form.priceType === 'OneTimePrice' ? form.amount : -form.amount).toBeLessThanOrEqual(0)
  expect(form).not.toMatchObject({ priceType: 'RecurringPrice', amount: 0 })
})

// Proves price-races.
test.for(rounds)('a form and its item keep one currency when both change (%s)', async () => {
  const bumpId = await forms.addBump()
  const [changed, made] = await Promise.all([
    send('PATCH', `/api/bumps/${bumpId}`, { currency: 'jpy', amount: 5000 }),
    send('POST', '/api/forms', { ...valid, currency: 'usd', bumps: [bumpId] }),
  ])

  expect([
    [200, 422],
    [422, 201],
  ]).toContainEqual([changed.status, made.status])
})

// Proves price-races.
test.for(rounds)('simultaneous changes leave a coupon with a consistent kind and period (%s)', async () => {
  const code = `ONCE-${Math.random()}`.replace('.', '')
  const amounts = [{ currency: 'usd', amount: 5 }]
  const made = await send('POST', '/api/coupons', { code, title: 'Once', kind: 'amount', amounts })
  const path = `/api/coupons/${z.object({ id: z.string() }).parse(made.body).id}`
  const percent = { kind: 'percent', percentage: 10, amounts: [] }
  const coupon = await changedAtOnce(path, percent, { title: 'Other' }, { amounts })
  expect(coupon).toMatchObject({ kind: 'percent', percentage: 10 })

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const days = z
    .object({ startsAt: z.string().nullable(), endsAt: z.string().nullable() })
    .parse(await changedAtOnce(path, { startsAt: inDays(2) }, { endsAt: inDays(1) }))
  expect([days.startsAt, days.endsAt]).toContain(null)
})

// Proves file-in-use.
test.for(rounds)('an attached file still exists even if it is deleted simultaneously (%s)', async () => {
  const file = await addFile(app, seller, 'goods.txt')
  const [made, deleted] = await Promise.all([
    send('POST', '/api/forms', { ...valid, files: [file] }),
    send('DELETE', `/api/uploads?path=${encodeURIComponent(file.url)}`),
  ])
  const there = await send('GET', file.url)

  expect(deleted.status).toBe(200)
  expect([made.status, there.status]).toEqual(made.status === 201 ? [201, 200] : [422, 404])
})
