import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { setPolicy } from '#buying/consumer-law/test-policy.ts'
import { createOfferForm, order } from '#buying/upsells/test-offers.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { remindOfRefunds } from '#buying/withdrawal/statement/remind-of-refunds.ts'
import { withdraw } from '#buying/withdrawal/test-withdrawals.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { bellOf, choose, notificationsTo, notifyAll } from './test-notifications.ts'

const day = 24 * 3600
/** A Saturday. The refund of a withdrawal made now is due on December 12. */
const start = new Date('2026-11-28T12:00:00Z')

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
  seller = await signUpSeller(app)
  await choose(app, seller, { sale: 'off', refund: 'off' })
  await locate(app, seller, 'DE')
  await setPolicy(app, seller, { onWithdrawal: 'ask_me', earlyStart: 'not_asked' })
  form = await createOfferForm(app, seller)
})

/** A withdrawal from a new purchase, both at `start`. */
async function withdrawn(): Promise<string> {
  app.clock.set(start)
  const bought = await order(app, form)
  await withdraw(app, bought)
  return bought.purchaseId
}

/** Calls the API at the real time, because the test's session is valid only then. */
async function now<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const at = app.clock.now()
  app.clock.set(new Date())
  const answer = await ask()
  app.clock.set(at)
  return answer
}

const newsNow = async () =>
  (await now(() => bellOf(app, seller))).notices.filter(({ kind }) => kind === 'withdrawal')

test('a withdrawal appears under the bell, and an email tells the owner what to do and by when', async () => {
  const saleId = await withdrawn()
  await notifyAll(app)

  expect(await newsNow()).toMatchObject([{ saleId, amount: 4900, currency: 'usd', outcome: null }])
  const mails = await notificationsTo(app, seller)
  expect(mails.map(({ subject }) => subject)).toEqual(['Withdrawal: $49.00'])
  expect(mails[0]?.text).toContain('on 28 Nov 2026.')
  expect(mails[0]?.text).toContain(
    'Refund $49.00 by Dec 12: the 14 days under the law of Germany are running.',
  )
  expect(mails[0]?.text).toContain(`/sales/${saleId}`)
})

test('a member can turn off emails about withdrawals and still sees them under the bell', async () => {
  await choose(app, seller, { withdrawal: 'off' })
  await withdrawn()
  await notifyAll(app)

  expect(await notificationsTo(app, seller)).toEqual([])
  expect(await newsNow()).toHaveLength(1)
})

test('a seller is reminded once, three days before an open refund is due', async () => {
  const saleId = await withdrawn()
  app.clock.set(new Date(start.getTime() + (11 * day - 1) * 1000))
  await remindOfRefunds(app.services)
  await notifyAll(app)
  expect(await newsNow()).toHaveLength(1)

  app.clock.advance(1)
  await remindOfRefunds(app.services)
  app.clock.advance(3600)
  await Promise.all([remindOfRefunds(app.services), remindOfRefunds(app.services)])
  await notifyAll(app)

  expect(await newsNow()).toMatchObject([
    { saleId, outcome: 'due' },
    { saleId, outcome: null },
  ])
  const mails = await notificationsTo(app, seller)
  expect(mails.map(({ subject }) => subject)).toEqual(['Withdrawal: $49.00', 'Refund due soon: $49.00'])
})

test('a seller who refunded, or missed the deadline, is not reminded', async () => {
  const saleId = await withdrawn()
  const other = await withdrawn()
  const { data } = await now(async () =>
    withdrawalsContract.listWithdrawals.ok.schema.parse(
      (await call(app, 'GET', '/api/withdrawals', { token: seller.token })).body,
    ),
  )
  const { id = '' } = data.find((one) => one.saleId === saleId) ?? {}
  await now(() => call(app, 'POST', `/api/withdrawals/${id}/refund`, { token: seller.token, body: {} }))
  app.clock.set(new Date(start.getTime() + 12 * day * 1000))
  await remindOfRefunds(app.services)
  await remindOfRefunds(app.services)
  app.clock.set(new Date(start.getTime() + 14 * day * 1000))

  expect(await remindOfRefunds(app.services)).toBe(0)
  await notifyAll(app)
  const due = (await newsNow()).filter((one) => 'outcome' in one && one.outcome === 'due')
  expect(due).toMatchObject([{ saleId: other }])
})

test('the number of open withdrawals is returned with the due date of the first refund', async () => {
  const openNow = () => now(() => call(app, 'GET', '/api/withdrawals/open', { token: seller.token }))
  expect((await openNow()).body).toEqual({ open: 0, dueAt: null })
  await withdrawn()
  await withdrawn()

  expect((await openNow()).body).toEqual({ open: 2, dueAt: '2026-12-12T12:00:00.000Z' })
})

test('a sale shows its open withdrawal with the law and the amount', async () => {
  const saleId = await withdrawn()
  const { body } = await now(() => call(app, 'GET', `/api/sales/${saleId}`, { token: seller.token }))

  expect(body).toMatchObject({
    openWithdrawals: [
      { saleId, due: 4900, dueCurrency: 'usd', lawOf: 'DE', dueAt: '2026-12-12T12:00:00.000Z' },
    ],
  })
})
