import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { pay, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  mailsOf,
  moveTo,
  renew,
  rowOf,
  subscribe,
  type Ordered,
} from '../test-subscriptions.ts'
import { noticeRenewals } from './notice-renewals.ts'
import { mailTextOf } from './test-notices.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
// The outcome must not depend on events.
beforeEach(() => setFaults(app, lostEvents))

const yearly = { amount: 120, billingPeriod: 'Yearly' }

async function begin(fields: object): Promise<Ordered> {
  const ordered = await subscribe(app, seller, fields)
  await inGermany(ordered)
  await checkAll(app)
  return ordered
}

/** Removes the countries from the sandbox's accounts, so that no country's law applies. */
async function inGermany({ purchaseId }: Ordered): Promise<void> {
  const change = { accountCountry: 'DE', locale: 'de-DE' }
  await app.services.db.updateTable('purchases').set(change).where('id', '=', purchaseId).execute()
}

/** Moves to some days before the next payment, and runs the job twice, because repeated runs must send nothing more. */
async function daysBefore(ordered: Ordered, days: number): Promise<void> {
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) - days * 86_400_000))
  await noticeRenewals(app.services)
  await noticeRenewals(app.services)
}

async function noticesOf(ordered: Ordered): Promise<number> {
  return (await mailsOf(app, ordered)).filter((kind) => kind === 'renewal_ahead').length
}

const noticeTextOf = (ordered: Ordered) => mailTextOf(app, ordered, 'renewal_ahead')

// Proves renewal-notices.
test('a yearly buyer is reminded once of each payment', async () => {
  const ordered = await begin(yearly)
  await daysBefore(ordered, 14.1)
  expect(await noticesOf(ordered)).toBe(0)
  await daysBefore(ordered, 13.9)
  expect(await noticesOf(ordered)).toBe(1)
  const text = await noticeTextOf(ordered)
  expect(text).toContain('will charge 120,00\u00A0$ to your Visa ending in 4242')
  expect(text).toContain('/cancel-contract/')
  await daysBefore(ordered, 2)
  await renew(app, ordered)
  expect(await noticesOf(ordered)).toBe(1)
  await daysBefore(ordered, 13.9)
  expect(await noticesOf(ordered)).toBe(2)
})

test('the notice shows the full amount after a coupon has ended', async () => {
  const first = await begin(yearly)
  const { code } = await asSeller(app, () => addCoupon(app, first.form, { percentage: '50', lasts: 'once' }))
  const buyer = { email: 'half@example.com', coupon: code }
  const { purchaseId, secret } = outcomeOf(await pay(app, first.form, buyer))
  const ordered = { form: first.form, purchaseId, secret }
  await inGermany(ordered)
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  await daysBefore(ordered, 10)
  expect(await noticeTextOf(ordered)).toContain('will charge 120,00\u00A0$ to your Mastercard ending in 4444')
})

test('a buyer who canceled gets no notice, and one who resumes does', async () => {
  const ordered = await begin(yearly)
  await ask(app, ordered, '/cancel')
  await daysBefore(ordered, 12)
  expect(await noticesOf(ordered)).toBe(0)
  await ask(app, ordered, '/resume')
  await daysBefore(ordered, 11)
  expect(await noticesOf(ordered)).toBe(1)
})

test('a monthly buyer gets a notice only if the seller has turned it on', async () => {
  const [without, reminded] = [await begin({}), await begin({ noticesShortRenewals: true })]
  await daysBefore(without, 2.9)
  await daysBefore(reminded, 2.8)
  expect([await noticesOf(without), await noticesOf(reminded)]).toEqual([0, 1])
})

test('if a seller chooses an earlier notice, it applies to the next one', async () => {
  const ordered = await begin(yearly)
  const saved = await asSeller(app, () =>
    call(app, 'PATCH', `/api/forms/${ordered.form}`, {
      token: seller.token,
      body: { isDetailUpdate: false, renewalNoticeDays: 30 },
    }),
  )
  expect(saved.status).toBe(200)
  await daysBefore(ordered, 29)
  expect(await noticesOf(ordered)).toBe(1)
})

test('a renewal notice that is half a day late raises an alarm and is still sent', async () => {
  const ordered = await begin(yearly)
  await daysBefore(ordered, 44)
  const { id, currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) - 13.4 * 86_400_000))
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await noticeRenewals({ ...app.services, log })
  expect(await noticesOf(ordered)).toBe(1)
  // Subscriptions from other tests may be late too.
  const own = lines.filter((line) => line.includes(id))
  expect(own).toEqual([expect.stringContaining('"alarm":true')])
})
