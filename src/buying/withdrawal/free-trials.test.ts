import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/test-paying.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { writeReceipt } from '#buying/receipts/write-receipt.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { checkAll, later, moveTo, purchasesOf, rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { refundPreview, withdrawalsContract } from './contract.ts'
import { open, returnedFor, withdraw, withdrawPathOf, workOff } from './test-withdrawals.ts'
import { withdrawalTexts } from './texts.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const right = 'You can withdraw from this contract until'

async function begin(terms: object = {}, agreed: readonly object[] = []) {
  const seller = await signUpSeller(app)
  const signedUpAt = app.clock.now()
  await locate(app, seller, 'DE')
  const plan = { amount: 240, priceType: 'RecurringPrice', billingPeriod: 'Yearly', trialDays: 3, ...terms }
  const form = await createTestForm(app, seller, plan)
  const consents = [...(await trialConsents(app, form)), ...agreed]
  const email = 'nia@example.com'
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, consents }))
  await checkAll(app)
  /** What its seller asks for while they are signed in. */
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const now = app.clock.now()
    app.clock.set(signedUpAt)
    const answer = await call(app, method, path, {
      token: seller.token,
      ...(body && { body }),
    })
    app.clock.set(now)
    return answer
  }
  return { form, purchaseId, secret, ask }
}

const list = withdrawalsContract.listWithdrawals.ok.schema

test.each([
  ['nothing', {}, 0],
  ['a little', { trialAmount: 1 }, 100],
] as const)(
  'of a service that began with a trial which costs %s, what was performed for the first full payment stays with the seller',
  async (_, terms, trialTotal) => {
    const ordered = await begin(terms, consentsOf('service'))
    await later(app, 4 * 86_400_000)
    await checkAll(app)
    const { id = '' } = (await purchasesOf(app, ordered)).find(({ kind }) => kind === 'renewal') ?? {}
    const promised = (await open(app, withdrawPathOf(ordered))).text
    await withdraw(app, ordered)
    await workOff(app)
    const { status } = await rowOf(app, ordered)
    const before = await returnedFor(app, id)
    const [waiting] = list.parse((await ordered.ask('GET', '/api/withdrawals')).body).data
    const path = `/api/withdrawals/${waiting?.id ?? ''}/refund`
    const preview = refundPreview.parse((await ordered.ask('GET', path)).body)
    const accepted = await ordered.ask('POST', path, { performed: [{ purchaseId: id, percentage: 25 }] })
    await workOff(app)

    expect(promised).toContain(withdrawalTexts.begunService)
    expect([status, before]).toEqual(['canceled', 0])
    expect(waiting).toMatchObject({ waitsForSeller: true, mayKeepPart: true, outcome: 'open' })
    expect(preview.parts.find((part) => part.purchaseId === id)).toMatchObject({ total: 24_000 })
    expect(accepted).toMatchObject({ status: 200, body: { outcome: 'part_refunded', kept: 6000 } })
    expect([await returnedFor(app, id), await returnedFor(app, ordered.purchaseId)]).toEqual([
      18_000,
      trialTotal,
    ])
    const page = await open(app, `/purchases/${ordered.purchaseId}?key=${ordered.secret}`)
    expect(page.text).toContain(withdrawalTexts.kept('$60.00'))
  },
)

test('a trial of a service that is withdrawn from before its first full payment leaves nothing to decide', async () => {
  const ordered = await begin({}, consentsOf('service'))
  expect((await open(app, withdrawPathOf(ordered))).text).not.toContain(withdrawalTexts.begunService)
  await withdraw(app, ordered)
  await workOff(app)
  const [row] = list.parse((await ordered.ask('GET', '/api/withdrawals')).body).data
  expect(row).toMatchObject({ waitsForSeller: false, outcome: 'refunded' })
})

test('who begins a free trial is told of the right to withdraw, and has back what was charged after it', async () => {
  const ordered = await begin()
  const addresses = { authSecret: app.config.authSecret, publicUrl: app.config.publicUrl }
  const receipt = await writeReceipt(app.services.db, app.clock, addresses, ordered.purchaseId)
  expect(receipt.text).toContain(right)
  const page = await open(app, `/purchases/${ordered.purchaseId}?key=${ordered.secret}`)
  expect(page.text).toContain(right)

  await moveTo(app, new Date(app.clock.now().getTime() + 4 * 86_400_000))
  await checkAll(app)
  const charged = (await purchasesOf(app, ordered)).filter(({ total }) => total === 24_000)
  expect(charged).toHaveLength(1)
  expect((await open(app, withdrawPathOf(ordered))).text).toContain('Confirm withdrawal')
  await withdraw(app, ordered)
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await returnedFor(app, charged[0]?.id ?? '')).toBe(24_000)
  expect((await open(app, withdrawPathOf(ordered))).status).toBe(303)
})

test('who was given back what a trial cost can withdraw from what was charged after it', async () => {
  const ordered = await begin({ trialAmount: 1 })
  const refunded = await ordered.ask('POST', `/api/sales/${ordered.purchaseId}/refunds`, { amount: 1 })
  await later(app, 4 * 86_400_000)
  await checkAll(app)
  const { id = '' } = (await purchasesOf(app, ordered)).find(({ kind }) => kind === 'renewal') ?? {}
  expect([refunded.status, (await open(app, withdrawPathOf(ordered))).status]).toEqual([201, 200])
  await withdraw(app, ordered)
  await workOff(app)

  expect([await returnedFor(app, id), await returnedFor(app, ordered.purchaseId)]).toEqual([24_000, 100])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect((await open(app, withdrawPathOf(ordered))).status).toBe(303)
})

test('a free trial that is withdrawn from ends at once, and is not charged', async () => {
  const ordered = await begin()
  await withdraw(app, ordered)
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  await moveTo(app, new Date(app.clock.now().getTime() + 4 * 86_400_000))
  await checkAll(app)
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([0])
})
