import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { setPolicy } from '#buying/consumer-law/test-policy.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import {
  checkAll,
  later,
  moveTo,
  purchasesOf,
  rowOf,
  totalsOf,
} from '#payments/subscriptions/test-subscriptions.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { refundPreview, withdrawal, withdrawalsContract } from '../contract.ts'
import { open, returnedFor, state, withdraw, withdrawPathOf, workOff } from '../test-withdrawals.ts'
import { withdrawalTexts } from '../texts.ts'
import { say } from '#foundation/language/t.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const right = 'You can withdraw from this contract until'

type Terms = Readonly<Record<string, unknown>>

async function begin(terms: object = {}, agreed: readonly object[] = [], policy?: Terms) {
  const seller = await signUpSeller(app)
  if (policy !== undefined) await setPolicy(app, seller, policy)
  const signedUpAt = app.clock.now()
  await locate(app, seller, 'DE')
  const plan = { amount: 240, priceType: 'RecurringPrice', billingPeriod: 'Yearly', trialDays: 3, ...terms }
  const form = await createTestForm(app, seller, plan)
  const consents = [...(await trialConsents(app, form)), ...agreed]
  const email = 'nia@example.com'
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, consents }))
  await checkAll(app)
  /** Calls the API as the signed-in seller. */
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
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
  'after a trial that costs %s, a seller keeps the performed part of the next payment',
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

    expect(promised).toContain(say(withdrawalTexts.begunService))
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

test('a withdrawal from a service during its free trial needs no decision', async () => {
  const ordered = await begin({}, consentsOf('service'))
  expect((await open(app, withdrawPathOf(ordered))).text).not.toContain(say(withdrawalTexts.begunService))
  await withdraw(app, ordered)
  await workOff(app)
  const [row] = list.parse((await ordered.ask('GET', '/api/withdrawals')).body).data
  expect(row).toMatchObject({ waitsForSeller: false, outcome: 'refunded' })
})

test('a buyer who withdraws after a free trial is refunded the later charge', async () => {
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

test('a buyer whose trial was refunded can withdraw from the later charges', async () => {
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

test('a buyer who withdraws during a free trial is never charged', async () => {
  const ordered = await begin()
  await withdraw(app, ordered)
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  await moveTo(app, new Date(app.clock.now().getTime() + 4 * 86_400_000))
  await checkAll(app)
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([0])
})

const askFirst = { onWithdrawal: 'ask_me', earlyStart: 'not_asked' }
const fourDays = 4 * 86_400_000

/** The only statement in the seller's list. */
async function theOne({ ask }: Awaited<ReturnType<typeof begin>>) {
  const [row] = list.parse((await ask('GET', '/api/withdrawals')).body).data
  if (row === undefined) throw new Error('Nothing was received')
  return row
}

test.each([
  ['before', [0, 24_000]],
  ['after', [0]],
] as const)(
  'a seller can accept a withdrawal from a free trial charged %s the decision',
  async (when, charged) => {
    const ordered = await begin({}, [], askFirst)
    await withdraw(app, ordered)
    await workOff(app)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'trialing' })
    const page = `/purchases/${ordered.purchaseId}?key=${ordered.secret}`
    expect((await open(app, page)).text).toContain(say(withdrawalTexts.sellerFirst))
    if (when === 'before') {
      await later(app, fourDays)
      await checkAll(app)
    }
    const waiting = await theOne(ordered)
    expect(waiting).toMatchObject({ outcome: 'open', isConfirmed: true, isLate: false, waitsForSeller: true })
    const path = `/api/withdrawals/${waiting.id}/refund`
    const preview = refundPreview.parse((await ordered.ask('GET', path)).body)
    expect(preview).toMatchObject({ endsSubscription: true })
    expect(preview.parts.map(({ amount }) => amount)).toEqual(charged.slice(1))

    const { body } = await ordered.ask('POST', path, {})
    await workOff(app)
    expect(withdrawal.parse(body)).toMatchObject({ outcome: 'refunded', waitsForSeller: false })
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
    expect((await open(app, page)).text).not.toContain(say(withdrawalTexts.sellerFirst))
    await later(app, fourDays)
    await checkAll(app)
    expect((await totalsOf(app, ordered)).toSorted((one, other) => one - other)).toEqual(charged)
    const made = await purchasesOf(app, ordered)
    const { id = '' } = made.find(({ total }) => total === charged.at(-1)) ?? {}
    expect(await returnedFor(app, id)).toBe(charged.at(-1))
  },
)

test('a seller who reviews withdrawals can reject one from a free trial', async () => {
  const ordered = await begin({}, [], askFirst)
  await withdraw(app, ordered)
  await workOff(app)
  const { id } = await theOne(ordered)
  const refused = await ordered.ask('PATCH', `/api/withdrawals/${id}`, { refusedFor: 'not_consumer' })
  expect(refused).toMatchObject({ status: 200, body: { outcome: 'refused' } })
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'trialing', cancellation: null })
})

test('an accepted withdrawal from a free trial can no longer be rejected', async () => {
  const ordered = await begin({}, [], askFirst)
  await withdraw(app, ordered)
  const { id } = await theOne(ordered)
  await ordered.ask('POST', `/api/withdrawals/${id}/refund`, {})
  const refused = await ordered.ask('PATCH', `/api/withdrawals/${id}`, { refusedFor: 'not_consumer' })
  expect(refused.status).toBe(409)
})

test('a withdrawal from a free trial that arrives late waits for the seller', async () => {
  const ordered = await begin({ trialDays: 30 })
  app.clock.advance(20 * 86_400)
  await state(app, { email: 'nia@example.com', reference: ordered.purchaseId })
  await workOff(app)
  const late = await theOne(ordered)
  expect(late).toMatchObject({ outcome: 'open', isLate: true })
  await ordered.ask('POST', `/api/withdrawals/${late.id}/refund`, {})
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await theOne(ordered)).toMatchObject({ outcome: 'refunded' })
})

test('a seller cannot retain part of a full payment that was already refunded', async () => {
  const ordered = await begin({}, consentsOf('service'), {
    ...askFirst,
    sells: 'service',
    earlyStart: 'offered',
  })
  await later(app, fourDays)
  await checkAll(app)
  const { id = '' } = (await purchasesOf(app, ordered)).find(({ kind }) => kind === 'renewal') ?? {}
  await refundPurchase(app.services, id, { amount: null, idempotencyKey: newKey(), requestedBy: 'seller' })
  await withdraw(app, ordered)
  const { id: stated } = await theOne(ordered)
  const body = { performed: [{ purchaseId: id, percentage: 25 }] }
  const accepted = await ordered.ask('POST', `/api/withdrawals/${stated}/refund`, body)
  expect(accepted).toMatchObject({ status: 200, body: { outcome: 'refunded', kept: 0 } })
})

test('a payment recorded without a policy is refunded under the policy of its order', async () => {
  const policy = { sells: 'service', earlyStart: 'offered' }
  const ordered = await begin({ trialAmount: 1 }, consentsOf('service'), policy)
  await later(app, fourDays)
  await checkAll(app)
  const { id = '' } = (await purchasesOf(app, ordered)).find(({ kind }) => kind === 'renewal') ?? {}
  await app.services.db.updateTable('purchases').set({ policyId: null }).where('id', '=', id).execute()
  await withdraw(app, ordered)
  await workOff(app)
  expect(await returnedFor(app, id)).toBe(24_000)
})
