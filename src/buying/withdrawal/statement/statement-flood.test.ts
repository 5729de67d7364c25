// @module-tag long sends floods of statements
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { session } from '#accounts/identity/contract.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey } from '#buying/checkout/pay/test-paying.ts'
import { createOfferForm, order } from '#buying/upsells/test-offers.ts'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { withdrawalsContract } from '../contract.ts'
import { hiddenIn, listed, mailsTo, newsOf, open, purchaseOf, state, workOff } from '../test-withdrawals.ts'
import { withdrawalWriters } from '../write-withdrawal-mails.ts'

let app: TestApp
let seller: TestSeller
let form: string
let path: string

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
})
afterAll(async () => app.close())

let days = 0
/** Each test has its own shop and day, and begins on the hour. */
beforeEach(async () => {
  const begun = new Date(Date.now() + (days += 1) * 24 * 3600 * 1000)
  begun.setUTCMinutes(0, 0, 0)
  app.clock.set(begun)
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  form = await createOfferForm(app, seller)
  path = new URL((await open(app, `/withdraw?form=${form}`)).location, app.url).pathname
})

/** Completes both steps of the page from a separate IP address. */
async function stateFrom(
  network: number,
  { at = path, ...fields }: Readonly<Record<string, string>> & { readonly at?: string },
) {
  const send = async (body: Readonly<Record<string, string>>) => {
    const answer = await fetch(app.url + at, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.${network}.7`,
      },
      body: new URLSearchParams(body).toString(),
    })
    const location = answer.headers.get('location') ?? ''
    return { status: answer.status, text: await answer.text(), location }
  }
  const review = await send({ name: 'Bea Novak', ...fields })
  return send({ ...hiddenIn(review), step: 'confirm' })
}

/** Sends unmatched statements from thirty networks, each with another email. */
async function flood(): Promise<string[]> {
  const strangers: string[] = []
  for (let network = 0; network < 30; network += 1)
    for (let sent = 0; sent < 5; sent += 1) {
      const email = `stranger-${days}-${network}-${sent}@example.com`
      expect((await stateFrom(network, { email, reference: 'A thing' })).status).toBe(303)
      strangers.push(email)
    }
  await workOff(app)
  return strangers
}

async function ownersAddress(): Promise<string> {
  const { db } = app.services
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', seller.userId)
    .executeTakeFirstOrThrow()
  return email
}

/** The seller's emails about statements, and the history entries that notify members. */
async function sellersNews(): Promise<string[]> {
  const mails = await mailsTo(app, await ownersAddress())
  return [...mails, ...(await newsOf(app, seller))].filter((kind) => kind.startsWith('withdrawal')).toSorted()
}

test('in a flood of unmatched withdrawals, the seller gets four emails, and ten senders get one each', async () => {
  const strangers = await flood()
  const written = (await Promise.all(strangers.map((one) => mailsTo(app, one)))).flat()

  expect(await sellersNews()).toEqual([
    'withdrawal_notice',
    'withdrawal_notice',
    'withdrawal_notice',
    'withdrawals_counted',
  ])
  expect(written).toEqual(Array.from({ length: 10 }, () => 'withdrawal'))
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'withdrawals_counted')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const message = await withdrawalWriters(app.services)['withdrawals_counted']?.(mail)
  expect(message?.text).toContain('you received 150 statements')
  expect(mail.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(app.clock.now().getTime())
})

// Proves typed-address.
test('a buyer’s withdrawal after a flood of others is confirmed and refunded', async () => {
  await flood()
  const { purchaseId } = await order(app, form)
  const { email } = await purchaseOf(app, purchaseId)
  const received = await stateFrom(200, { email, reference: purchaseId })
  const page = await open(app, received.location)
  await workOff(app)

  expect(page.text).toContain('Save or print this page as your proof')
  // The page does not reveal the match, because the sender may not be the buyer.
  expect((await open(app, received.location)).text).toContain(
    'only if your number and email match a purchase',
  )
  expect(await mailsTo(app, email)).toContain('withdrawal')
  expect((await sellersNews()).filter((kind) => kind === 'withdrawal received')).toHaveLength(1)
  const found = await call(app, 'GET', `/api/withdrawals?q=${email}`, { token: seller.token })
  const { data } = withdrawalsContract.listWithdrawals.ok.schema.parse(found.body)
  expect(data.map(({ saleId, outcome }) => [saleId, outcome])).toEqual([[purchaseId, 'refunded']])
})

test('a seller can close all unmatched withdrawals together', async () => {
  const strangers = await flood()
  const { purchaseId } = await order(app, form)
  await state(app, { email: 'else@example.com', reference: purchaseId }, path)
  await workOff(app)
  const dismiss = async (receivedUntil: string) => {
    const body = { receivedUntil }
    const answer = await call(app, 'POST', '/api/withdrawals/dismissals', { token: seller.token, body })
    return withdrawalsContract.dismissWithdrawals.ok.schema.parse(answer.body).dismissed
  }
  const now = app.clock.now()

  expect(await dismiss(new Date(now.getTime() - 60_000).toISOString())).toBe(0)
  expect(await dismiss(now.toISOString())).toBe(150)
  expect(await dismiss(now.toISOString())).toBe(0)
  const left = (await listed(app, seller)).filter(({ outcome }) => outcome === 'open')
  expect(left.map(({ fits }) => fits)).toEqual(['number'])
  const written = (await Promise.all(strangers.map((one) => mailsTo(app, one)))).filter(
    (kinds) => kinds.length > 0,
  )
  expect(written).toEqual(Array.from({ length: 10 }, () => ['withdrawal', 'withdrawal_refused']))
})

/** Signs in again, because the earlier session has expired. */
async function signInAnew(): Promise<void> {
  const body = { email: await ownersAddress(), password: 'correct-horse' }
  const answer = await call(app, 'POST', '/api/authentication/sign-in', { body })
  seller = { ...seller, token: session.parse(answer.body).token }
}

/** Sends statements by number and email: five from each of ten networks. */
async function repeat(fields: Readonly<Record<string, string>>): Promise<void> {
  for (let sent = 0; sent < 50; sent += 1) {
    const received = await stateFrom(100 + 10 * days + Math.floor(sent / 5), fields)
    expect(received.status).toBe(303)
  }
  await workOff(app)
}

// Proves order-mail-flood.
test('fifty late withdrawals from one order need one email and one decision by the seller', async () => {
  const email = `${newKey()}@example.com`
  const { purchaseId } = await order(app, form, { email })
  app.clock.advance(40 * 24 * 3600)
  await repeat({ email, reference: purchaseId })
  await signInAnew()
  const found = await listed(app, seller)

  expect(await sellersNews()).toEqual(['withdrawal received'])
  expect((await mailsTo(app, email)).filter((kind) => kind === 'withdrawal')).toHaveLength(5)
  expect(found).toHaveLength(50)
  expect(found.filter(({ outcome }) => outcome === 'open')).toMatchObject([{ refusedFor: null }])

  // After a rejection, the buyer can send the statement again.
  const id = found.find(({ outcome }) => outcome === 'open')?.id ?? ''
  const body = { refusedFor: 'too_late' }
  expect((await call(app, 'PATCH', `/api/withdrawals/${id}`, { token: seller.token, body })).status).toBe(200)
  await stateFrom(60, { email, reference: purchaseId })
  await workOff(app)
  expect((await listed(app, seller)).filter(({ outcome }) => outcome === 'open')).toHaveLength(1)
  expect(await sellersNews()).toEqual(['withdrawal received', 'withdrawals_counted'])
})

// Proves order-mail-flood.
test('fifty repeated cancellations email the seller once, and one with a new cause emails them again', async () => {
  const { purchaseId } = await subscribe(app, seller)
  const { email } = await purchaseOf(app, purchaseId)
  const at = path.replace('/withdraw', '/cancel-contract')
  const fields = { email, reference: purchaseId, at, ground: 'ordinary' }
  await repeat(fields)
  const outcomes = async () => (await listed(app, seller)).map(({ refusedFor }) => refusedFor)

  expect(await sellersNews()).toEqual(['withdrawal_notice'])
  expect((await mailsTo(app, email)).filter((kind) => kind === 'withdrawal')).toHaveLength(5)
  expect((await outcomes()).filter((refusedFor) => refusedFor === null)).toHaveLength(1)
  expect(await outcomes()).toHaveLength(50)

  await stateFrom(61, { ...fields, ground: 'cause', cause: 'It never worked' })
  await workOff(app)
  expect((await outcomes()).filter((refusedFor) => refusedFor === null)).toHaveLength(2)
  expect(await sellersNews()).toEqual(['withdrawal_notice', 'withdrawals_counted'])
})

// Proves order-mail-flood.
test('the first withdrawal from an order is confirmed even after many from another order', async () => {
  const email = `${newKey()}@example.com`
  const [first, second] = [await order(app, form, { email }), await order(app, form)]
  await app.services.db.updateTable('purchases').set({ email }).where('id', '=', second.purchaseId).execute()
  app.clock.advance(40 * 24 * 3600)
  await repeat({ email, reference: first.purchaseId })
  await stateFrom(62, { email, reference: second.purchaseId })
  await workOff(app)

  expect(await sellersNews()).toEqual(['withdrawal received', 'withdrawal received'])
  expect((await mailsTo(app, email)).filter((kind) => kind === 'withdrawal')).toHaveLength(6)
})
