// When the files of a form with a trial open and close.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newKey, outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { bothConsents, downloadIn, setPolicy } from '#buying/consumer-law/test-policy.ts'
import { open, withdraw, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { recordOpening } from '#payments/purchases/records/record-performance.ts'
import {
  ask,
  asSeller,
  checkAll,
  moveTo,
  purchasesOf,
  renew,
  rowOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  await setFaults(app, lostEvents)
  seller = await asSeller(app, () => signUpSeller(app))
})

async function addBump(): Promise<string> {
  const body = {
    title: 'A set of brushes',
    image: await addPicture(app, seller),
    description: 'For painters',
    amount: 9,
    currency: 'usd',
    files: [await addFile(app, seller, 'Brushes.txt')],
  }
  const answer = await call(app, 'POST', '/api/bumps', { token: seller.token, body })
  return z.object({ id: z.string() }).parse(answer.body).id
}

/** A monthly course with a book and a two-week trial. */
const courseOf = (fields: object = {}) =>
  asSeller(app, async () =>
    createTestForm(app, seller, {
      amount: 24,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      trialDays: 14,
      files: [await addFile(app, seller, 'Book.txt')],
      ...fields,
    }),
  )

async function begin(form: string, fields: object = {}): Promise<Ordered> {
  const consents = await trialConsents(app, form)
  const answer = await pay(app, form, { email: `${newKey()}@example.com`, consents, ...fields })
  const { purchaseId, secret } = outcomeOf(answer)
  await checkAll(app)
  return { form, purchaseId, secret }
}

const pageOf = async ({ purchaseId, secret }: Ordered) =>
  (await open(app, `/purchases/${purchaseId}?key=${secret}`)).text

const filesIn = (page: string) => [...page.matchAll(/aria-label="Download ([^"]+)"/g)].map(([, name]) => name)

const closed = 'Your trial has ended without a payment'

test('a trial’s files are open until it ends without a payment', async () => {
  const bump = await asSeller(app, addBump)
  const ordered = await begin(await courseOf({ bumps: [bump] }), { bumps: [bump] })
  await ask(app, ordered, '/cancel')
  const during = await pageOf(ordered)
  await renew(app, ordered)
  const after = await pageOf(ordered)

  expect(filesIn(during)).toEqual(['Book.txt', 'Brushes.txt'])
  expect(during).not.toContain(closed)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  // The buyer had paid for the brushes separately.
  expect(filesIn(after)).toEqual(['Brushes.txt'])
  expect(after).toContain(closed)
})

test('a file’s URL from a trial stops working after it', async () => {
  const ordered = await begin(await courseOf())
  const { trialEnd } = await rowOf(app, ordered)
  await ask(app, ordered, '/cancel')
  await moveTo(app, new Date((trialEnd?.getTime() ?? 0) - 60_000))
  const address = downloadIn(await pageOf(ordered))
  const before = await open(app, address)
  await moveTo(app, new Date((trialEnd?.getTime() ?? 0) + 60_000))
  await checkAll(app)

  expect([before.status, (await open(app, address)).status]).toEqual([200, 404])
})

test('a trial’s files stay open only if the first full payment succeeds', async () => {
  const form = await courseOf()
  const broke = await begin(form, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  await renew(app, broke)
  const payer = await begin(form)
  await renew(app, payer)
  await ask(app, payer, '/cancel')
  await renew(app, payer)

  expect([await rowOf(app, broke), await rowOf(app, payer)]).toMatchObject([
    { status: 'canceled', paidCycles: 0 },
    { status: 'canceled', paidCycles: 1 },
  ])
  expect([filesIn(await pageOf(broke)), filesIn(await pageOf(payer))]).toEqual([[], ['Book.txt']])
})

const closedByRefund = 'Your payment after the trial was refunded'

/** The payments after the trial, oldest first. */
const paymentsOf = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).filter(({ kind }) => kind === 'renewal').map(({ id }) => id)

const refund = (id = '', amount?: number) =>
  asSeller(app, () =>
    call(app, 'POST', `/api/sales/${id}/refunds`, {
      token: seller.token,
      body: { amount },
      headers: { 'idempotency-key': newKey() },
    }),
  )

test('a full refund of the first full payment closes the files until the next payment', async () => {
  const bump = await asSeller(app, addBump)
  const ordered = await begin(await courseOf({ bumps: [bump] }), { bumps: [bump] })
  await renew(app, ordered)
  const [first] = await paymentsOf(ordered)
  const address = downloadIn(await pageOf(ordered))
  expect((await refund(first, 1)).status).toBe(201)
  expect(filesIn(await pageOf(ordered))).toEqual(['Book.txt', 'Brushes.txt'])

  expect((await refund(first, 23)).status).toBe(201)
  const after = await pageOf(ordered)
  expect(filesIn(after)).toEqual(['Brushes.txt'])
  expect(after).toContain(closedByRefund)
  expect((await open(app, address)).status).toBe(404)

  await renew(app, ordered)
  expect(filesIn(await pageOf(ordered))).toEqual(['Book.txt', 'Brushes.txt'])
})

test('a trial’s files close when the buyer withdraws after the first full payment', async () => {
  await asSeller(app, async () => {
    await locate(app, seller, 'DE')
    await setPolicy(app, seller)
  })
  const form = await courseOf({ trialDays: 3 })
  const trial = await trialConsents(app, form)
  const ordered = await begin(form, { consents: [...trial, ...bothConsents('digital')] })
  await renew(app, ordered)
  const before = await pageOf(ordered)
  expect([filesIn(before), await paymentsOf(ordered)]).toEqual([['Book.txt'], [expect.any(String)]])
  await withdraw(app, ordered)
  await workOff(app)
  const page = await pageOf(ordered)

  expect(filesIn(page)).toEqual([])
  expect(page).not.toContain(closedByRefund)
  expect((await open(app, downloadIn(before))).status).toBe(404)
})

test('a free trial’s files open after the withdrawal period unless the buyer asks for an early start', async () => {
  await asSeller(app, async () => {
    await locate(app, seller, 'DE')
    await setPolicy(app, seller)
  })
  const form = await courseOf()
  const trial = await trialConsents(app, form)
  const waiting = await begin(form)
  const eager = await begin(form, {
    paymentMethodId: 'pm_card_amex',
    consents: [...trial, ...bothConsents('digital')],
  })
  const page = await pageOf(waiting)

  expect(filesIn(page)).toEqual([])
  expect(page).toContain('Your files open on')
  expect(filesIn(await pageOf(eager))).toEqual(['Book.txt'])
})

test('a withdrawal closes the files on all pages of the contract', async () => {
  await asSeller(app, async () => {
    await locate(app, seller, 'DE')
    await setPolicy(app, seller, { onWithdrawal: 'ask_me' })
  })
  const form = await courseOf({ trialDays: undefined, billingPeriod: 'Daily' })
  const ordered = await begin(form, { consents: bothConsents('digital') })
  await renew(app, ordered)
  const [renewal = ''] = await paymentsOf(ordered)
  const link = new RegExp(`/purchases/${renewal}\\?key=[\\w-]+`).exec(await pageOf(ordered))?.[0] ?? ''
  const before = (await open(app, link)).text
  expect(filesIn(before)).toEqual(['Book.txt'])
  await withdraw(app, ordered)
  await workOff(app)

  expect(await purchasesOf(app, ordered)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
  expect(filesIn((await open(app, link)).text)).toEqual([])
  expect((await open(app, downloadIn(before))).status).toBe(404)
  expect(await recordOpening(app.services.db, renewal, app.clock.now())).toBe(false)
})

test('opening a file on any payment’s page counts as opening it for the order', async () => {
  await asSeller(app, async () => {
    await locate(app, seller, 'DE')
    await setPolicy(app, seller)
  })
  const right = 'You can withdraw from this contract until'
  const pageOfWithdrawal = async ({ purchaseId, secret }: Ordered) =>
    (await open(app, `/purchases/${purchaseId}/withdraw?key=${secret}`)).text
  const trialDays = 3
  const [paidAtOnce, afterTrial] = [
    await courseOf({ trialDays: undefined, billingPeriod: 'Daily' }),
    await courseOf({ trialDays }),
  ]

  const ordered = await begin(paidAtOnce, { consents: bothConsents('digital') })
  await renew(app, ordered)
  const [renewal] = await paymentsOf(ordered)
  expect(await pageOfWithdrawal(ordered)).toContain(right)
  const link = new RegExp(`/purchases/${renewal}\\?key=[\\w-]+`).exec(await pageOf(ordered))
  const later = (await open(app, link?.[0] ?? '')).text
  expect((await open(app, downloadIn(later))).status).toBe(200)
  expect(await pageOfWithdrawal(ordered)).not.toContain(right)
  await withdraw(app, ordered)
  await workOff(app)
  expect(await purchasesOf(app, ordered)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])

  const trial = await trialConsents(app, afterTrial)
  const tried = await begin(afterTrial, { consents: [...trial, ...bothConsents('digital')] })
  await renew(app, tried)
  expect(await pageOfWithdrawal(tried)).toContain(right)
  expect((await open(app, downloadIn(await pageOf(tried)))).status).toBe(200)
  expect(await pageOfWithdrawal(tried)).not.toContain(right)
})
