import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { recoveryEraser } from '../register.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import {
  declined,
  holdOut,
  openPost,
  type Post,
  recoveriesOf,
  sendAll,
  workAndSend,
} from '../test-recoveries.ts'

let app: TestApp
let seller: TestSeller
let form: string
let post: Post
beforeAll(async () => {
  app = await startTestApp()
  // It is night, but a buyer who asks for the link is awake.
  app.clock.set(new Date('2026-11-24T02:00:00Z'))
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  post = await openPost(app)
})
afterEach(async () => post.close())

const refusal = z.object({ details: z.object({ purchaseId: z.string(), secret: z.string() }) })

/** Places an order whose card is declined. Returns what its page knows about it. */
async function lose(email: string, paymentMethodId = declined) {
  const { body } = await pay(app, form, { email, paymentMethodId })
  return refusal.parse(body).details
}

const ask = ({ purchaseId, secret }: { readonly purchaseId: string; readonly secret: string }) =>
  call(app, 'POST', `/api/stripe/purchases/${purchaseId}/link`, { body: { secret } })

const mailsTo = (email: string) => post.server.mails.filter(({ envelope }) => envelope.to.includes(email))
const newEmail = () => `${newKey()}@example.com`

test('a buyer who asks for the link after a decline gets it right away, once, and no other email', async () => {
  const email = newEmail()
  const lost = await lose(email)
  const answer = await ask(lost)
  expect([answer.status, answer.body]).toEqual([200, { email }])
  expect((await ask(lost)).status).toBe(200)
  await sendAll(post)
  const [mail] = mailsTo(email)
  const text = mail?.bodies.get('text/plain') ?? ''
  expect(text).toMatch(/\/payment\/\S+\?resume=\S+/)
  expect(text).toContain('because you asked for it on the payment page')
  app.clock.advance(10 * 60 * 60)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
})

test('orders whose buyers asked for the link are not used to measure what emails earn', async () => {
  const lost = await lose(newEmail())
  await ask(lost)
  const askedAt = app.clock.now()
  await holdOut(app, form, true)
  app.clock.advance(10 * 60 * 60)
  await workAndSend(app, post)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'sent', triedAt: null, askedAt }])
})

test('a buyer with a blocked card gets the link they ask for, and no other email', async () => {
  const email = newEmail()
  await ask(await lose(email, 'pm_card_visa_chargeDeclinedStolenCard'))
  await sendAll(post)
  expect(mailsTo(email)).toHaveLength(1)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason: 'fraud' }])
})

test('a buyer who has paid since sees that and gets no link', async () => {
  const email = newEmail()
  const lost = await lose(email)
  await ask(lost)
  const paid = outcomeOf(await pay(app, form, { email }))
  await sendAll(post)
  expect(mailsTo(email)).toEqual([])
  const answer = await ask(paid)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'resume_paid' }])
})

test('an address that unsubscribed from these emails gets no link either', async () => {
  const email = newEmail()
  const lost = await lose(email)
  const { services } = app
  await workAndSend(app, post)
  const [row] = await recoveriesOf(app, form)
  await inTransaction(services.db, (tx) =>
    recoveryEraser(services)(tx, row?.sellerId ?? '', { addresses: [email], names: [] }),
  )
  const answer = await ask(lost)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'order_link_unavailable' }])
  await sendAll(post)
  expect(mailsTo(email)).toEqual([])
})

test('without the order’s secret, no one can have a link sent', async () => {
  const { purchaseId } = await lose(newEmail())
  expect((await ask({ purchaseId, secret: 'guessed' })).status).toBe(404)
})
