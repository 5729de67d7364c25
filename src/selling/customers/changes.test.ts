import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { attachPurchases } from '#payments/purchases/charge/attach-purchases.ts'
import { purchaseSecret } from '#payments/purchases/purchase.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { checkAll, payOffEarly, subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { accept, addOffer, offerOf, order } from '#buying/upsells/test-offers.ts'
import { state, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import {
  answerBank,
  call,
  createTestForm,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { ask, buyAs, customerWith, emailsOf, listOf, recordOf } from './test-customers.ts'
import { writeCorrectionMail } from './write-correction-mail.ts'

const ofShop = z.object({ sellerId: z.string() })

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const mailsOf = async (purchaseId: string) =>
  (
    await app.services.db
      .selectFrom('mails')
      .select('recipient')
      .where('purchaseId', '=', purchaseId)
      .orderBy('id')
      .execute()
  ).map(({ recipient }) => recipient)

test('a customer’s changed address gets all later emails, while past sales keep the old one', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const [bought = ''] = await buyAs(app, form, 'ana@gmial.example')
  await buyAs(app, form, 'bea@example.com')
  const { id } = await customerWith(app, seller, 'ana@gmial.example')
  const refused = await ask(app, seller, 'POST', `${id}/email`, { email: 'BEA@example.com' })
  const corrected = await ask(app, seller, 'POST', `${id}/email`, { email: 'Ana@gmail.example' })
  await call(app, 'POST', `/api/sales/${bought}/refunds`, { token: seller.token, body: { amount: 1 } })
  const resent = await call(app, 'POST', `/api/sales/${bought}/receipts`, { token: seller.token })

  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errors: { email: 'Another customer has this email. Merge them instead.' } },
  ])
  expect([corrected.status, corrected.body]).toMatchObject([200, { id, email: 'Ana@gmail.example' }])
  expect(resent.body).toEqual({ recipient: 'Ana@gmail.example' })
  expect(await mailsOf(bought)).toEqual(['Ana@gmail.example', 'Ana@gmail.example', 'Ana@gmail.example'])
  const sale = await call(app, 'GET', `/api/sales/${bought}`, { token: seller.token })
  expect(sale.body).toMatchObject({ email: 'ana@gmial.example', customerId: id })

  await buyAs(app, form, 'ana@gmail.example')
  expect((await recordOf(app, seller, id)).purchases).toBe(2)
  const correctionOf = async () =>
    (await recordOf(app, seller, id)).timeline.find(({ kind }) => kind === 'correction')
  const correction = await correctionOf()
  expect(correction).toMatchObject({ title: 'ana@gmial.example → Ana@gmail.example', purchaseId: null })
  expect((await ask(app, seller, 'DELETE', `${id}/notes/${correction?.id ?? ''}`)).status).toBe(404)
  expect(await correctionOf()).toEqual(correction)
  await buyAs(app, form, 'ana@gmial.example')
  expect((await customerWith(app, seller, 'ana@gmial.example')).id).not.toBe(id)
})

test('the email to a customer’s old address does not reveal the new one', async () => {
  const seller = await signUpSeller(app)
  await buyAs(app, await createTestForm(app, seller), 'lou@gmial.example')
  const { id } = await customerWith(app, seller, 'lou@gmial.example')
  const { db } = app.services
  const told = () => db.selectFrom('mails').selectAll().where('kind', '=', 'address_corrected').orderBy('id')
  for (const email of ['lou@gmail.example', 'Lou@gmail.example', 'lou@example.com'])
    await ask(app, seller, 'POST', `${id}/email`, { email })
  const mails = (await told().execute()).filter(({ recipient }) => /^lou@/i.test(recipient))
  const written = await writeCorrectionMail(app.services, ofShop.parse(mails[0]?.data))

  expect(mails.map(({ recipient }) => recipient)).toEqual(['lou@gmial.example', 'Lou@gmail.example'])
  expect(written.subject).toBe(`Your email address at ${seller.name} was changed`)
  expect(written.text).toContain('Future emails go to the new address')
  expect(written.text).toContain('Links in emails you already have no longer open your purchases')
  expect(written.text).not.toMatch(/@gmail|@example/)
  await db.updateTable('mails').set({ sentAt: app.clock.now(), nextAttemptAt: null }).execute()
  expect((await ask(app, seller, 'DELETE', id)).status).toBe(200)
  const left = await told()
    .where(
      'id',
      'in',
      mails.map((mail) => mail.id),
    )
    .execute()
  expect(left.map(({ recipient, data }) => [recipient, data])).toEqual([
    ['', {}],
    ['', {}],
  ])
})

test('an early payoff belongs to its customer even if their address changed in between', async () => {
  const seller = await signUpSeller(app)
  const ordered = await subscribe(app, seller, { cancelAfter: 3 }, { email: 'dora@gmial.example' })
  await checkAll(app)
  const { id } = await customerWith(app, seller, 'dora@gmial.example')
  await ask(app, seller, 'POST', `${id}/email`, { email: 'dora@gmail.example' })
  const secret = purchaseSecret(app.config.authSecret, { id: ordered.purchaseId, keyGeneration: 1 })
  expect((await payOffEarly(app, ordered, 9800)).status).toBe(410)
  expect((await payOffEarly(app, { ...ordered, secret }, 9800)).status).toBe(200)

  expect(await emailsOf(app, seller)).toEqual(['dora@gmail.example'])
  expect((await recordOf(app, seller, id)).purchases).toBe(2)
})

test('an offer that settles after a change of address belongs to the same customer', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const bought = await order(app, form, { email: 'finn@gmial.example' })
  const card = { paymentMethodId: 'pm_card_authenticationRequired' }
  const asked = outcomeOf(await accept(app, bought, await offerOf(app, bought), card))
  const { id } = await customerWith(app, seller, 'finn@gmial.example')
  await ask(app, seller, 'POST', `${id}/email`, { email: 'finn@gmail.example' })
  await answerBank(app, asked.status === 'requires_action' ? asked.clientSecret : '')
  const now = app.clock.now()
  app.clock.advance(3600)
  await reconcile(app.services)
  app.clock.set(now)

  expect(await emailsOf(app, seller)).toEqual(['finn@gmail.example'])
  expect((await recordOf(app, seller, id)).purchases).toBe(2)
  expect(await mailsOf(asked.purchaseId)).toEqual(['finn@gmail.example'])
})

test('undoing a merge also moves back purchases made since the merge', async () => {
  const seller = await signUpSeller(app)
  const forms = await Promise.all([1, 2, 3].map(() => createTestForm(app, seller)))
  const [first = '', second = '', third = ''] = forms
  await buyAs(app, first, 'cleo@example.com', 'cleo+work@example.com', 'c.meyer@example.com')
  const kept = await customerWith(app, seller, 'cleo@example.com')
  const gone = await customerWith(app, seller, 'cleo+work@example.com')
  const inner = await customerWith(app, seller, 'c.meyer@example.com')
  expect((await recordOf(app, seller, kept.id)).twins.map(({ id }) => id)).toContain(gone.id)
  await ask(app, seller, 'PATCH', gone.id, { tags: ['wholesale'] })
  await ask(app, seller, 'POST', `${gone.id}/merges`, { customer: inner.id })
  const merged = await ask(app, seller, 'POST', `${kept.id}/merges`, { customer: gone.id })
  const [later = ''] = await buyAs(app, second, 'cleo+work@example.com')

  expect(merged.body).toMatchObject({ id: kept.id, purchases: 3, tags: ['wholesale'] })
  expect(await emailsOf(app, seller)).toEqual(['cleo@example.com'])
  expect(await emailsOf(app, seller, 'tag=wholesale')).toEqual(['cleo@example.com'])
  expect(await recordOf(app, seller, inner.id)).toMatchObject({ id: kept.id, purchases: 4 })
  expect(await mailsOf(later)).toEqual(['cleo+work@example.com'])
  expect((await ask(app, seller, 'POST', `${kept.id}/merges`, { customer: gone.id })).status).toBe(409)
  expect((await ask(app, seller, 'PATCH', gone.id, { tags: [] })).status).toBe(404)

  const undone = await ask(app, seller, 'DELETE', `${kept.id}/merges/${gone.id}`)
  expect([undone.status, undone.body]).toMatchObject([200, { purchases: 1, merged: [], tags: [] }])
  expect(await recordOf(app, seller, inner.id)).toMatchObject({ id: gone.id, purchases: 3 })
  await ask(app, seller, 'DELETE', `${gone.id}/merges/${inner.id}`)
  await buyAs(app, third, 'c.meyer@example.com')
  expect(await recordOf(app, seller, inner.id)).toMatchObject({ id: inner.id, purchases: 2 })
})

test('a merge cannot be undone after 30 days', async () => {
  const seller = await signUpSeller(app)
  await buyAs(app, await createTestForm(app, seller), 'dan@example.com', 'dan@example.org')
  const [kept, gone] = await listOf(app, seller)
  await ask(app, seller, 'POST', `${kept?.id ?? ''}/merges`, { customer: gone?.id ?? '' })
  app.clock.advance(30 * 86_400)
  const { sellerId } = await app.services.db
    .selectFrom('customers')
    .select('sellerId')
    .where('id', '=', kept?.id ?? '')
    .executeTakeFirstOrThrow()
  const { undoMerge } = await import('./merge-customers.ts')
  const by = { sellerId, userId: seller.userId }
  const late = undoMerge(app.services.db, by, {
    keptId: kept?.id ?? '',
    goneId: gone?.id ?? '',
    at: app.clock.now(),
  })

  await expect(late).rejects.toMatchObject({ code: 'too_late' })
  app.clock.set(new Date())
})

test('a payment made during a merge is assigned to the merged customer', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const [, stray = ''] = await buyAs(app, form, 'eve@example.com', 'eve@example.org')
  const [gone, kept] = await listOf(app, seller)
  await ask(app, seller, 'POST', `${kept?.id ?? ''}/merges`, { customer: gone?.id ?? '' })
  await app.services.db
    .updateTable('purchases')
    .set({ customerId: gone?.id ?? '' })
    .where('id', '=', stray)
    .execute()
  await attachPurchases(app.services)

  expect((await recordOf(app, seller, kept?.id ?? '')).purchases).toBe(2)
})

test('after a merge is undone, both customers have their own first purchase date again', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const [early = ''] = await buyAs(app, form, 'ida@example.com', 'ida@example.org')
  const yearAgo = new Date(app.clock.now().getTime() - 365 * 86_400_000)
  const { db } = app.services
  await db.updateTable('purchases').set({ paidAt: yearAgo }).where('id', '=', early).execute()
  const gone = await customerWith(app, seller, 'ida@example.com')
  await db.updateTable('customers').set({ firstPaidAt: yearAgo }).where('id', '=', gone.id).execute()
  const kept = await customerWith(app, seller, 'ida@example.org')
  const merged = await ask(app, seller, 'POST', `${kept.id}/merges`, { customer: gone.id })
  await ask(app, seller, 'DELETE', `${kept.id}/merges/${gone.id}`)

  expect(merged.body).toMatchObject({ firstPaidAt: yearAgo.toISOString() })
  expect((await recordOf(app, seller, kept.id)).firstPaidAt).toBe(kept.firstPaidAt)
  expect((await recordOf(app, seller, gone.id)).firstPaidAt).toBe(yearAgo.toISOString())
})

test('a customer’s emails can be sent to a merged customer’s address', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const [old = ''] = await buyAs(app, form, 'jo@example.com', 'jo.new@example.com')
  const kept = await customerWith(app, seller, 'jo@example.com')
  const gone = await customerWith(app, seller, 'jo.new@example.com')
  await ask(app, seller, 'POST', `${kept.id}/merges`, { customer: gone.id })
  const corrected = await ask(app, seller, 'POST', `${kept.id}/email`, { email: 'jo.new@example.com' })
  const resent = await call(app, 'POST', `/api/sales/${old}/receipts`, { token: seller.token })
  await buyAs(app, form, 'jo.new@example.com')

  expect([corrected.status, corrected.body]).toMatchObject([200, { email: 'jo.new@example.com' }])
  expect(resent.body).toEqual({ recipient: 'jo.new@example.com' })
  expect((await recordOf(app, seller, kept.id)).purchases).toBe(3)

  const again = await ask(app, seller, 'POST', `${kept.id}/email`, { email: 'jo@example.net' })
  const resentAgain = await call(app, 'POST', `/api/sales/${old}/receipts`, { token: seller.token })
  await ask(app, seller, 'POST', `${kept.id}/email`, { email: 'jo.new@example.com' })
  const undone = await ask(app, seller, 'DELETE', `${kept.id}/merges/${gone.id}`)
  expect([again.status, resentAgain.body]).toEqual([200, { recipient: 'jo@example.net' }])
  // Both customers keep their own purchases, even if the emails were sent elsewhere.
  expect(undone.body).toMatchObject({ purchases: 1, email: 'jo.new@example.com' })
  expect((await recordOf(app, seller, gone.id)).purchases).toBe(2)
})

const saveView = ({ token }: TestSeller, view: object) =>
  call(app, 'POST', '/api/saved-views', { token, body: { list: 'sales', isShared: true, ...view } })

test('a customer without active subscriptions can be erased, leaving only accounting records', async () => {
  const seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  const form = await createTestForm(app, seller)
  const club = await createTestForm(app, seller, {
    title: 'The letter club',
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
  })
  const [bought = ''] = await buyAs(app, form, 'fay@example.com', 'gus@example.com')
  await buyAs(app, club, 'gus@example.com')
  await state(app, { email: 'fay@example.com', reference: bought })
  await workOff(app)
  const { id } = await customerWith(app, seller, 'fay@example.com')
  await ask(app, seller, 'POST', `${id}/notes`, { text: 'Prefers the phone' })
  const file = await ask(app, seller, 'GET', `${id}/data`)
  const subscriber = await customerWith(app, seller, 'gus@example.com')
  const waiting = await ask(app, seller, 'DELETE', id)
  await app.services.db
    .updateTable('mails')
    .set({ text: 'Hello Fay', sentAt: app.clock.now(), nextAttemptAt: null })
    .where('recipient', '=', 'fay@example.com')
    .execute()

  expect(waiting.body).toMatchObject({ code: 'mail_waiting' })
  expect(file.body).toMatchObject({ email: 'fay@example.com', purchases: 1 })
  expect((await ask(app, seller, 'DELETE', subscriber.id)).body).toMatchObject({ code: 'has_subscription' })
  for (const q of ['Fay@Example.com', 'fay@exa', '@example.com', 'gus@example.com'])
    await saveView(seller, { name: `Looking for ${q.slice(0, 3)}`, filter: { q } })
  await saveView(seller, { name: 'fay@example.com', filter: {} })
  expect((await ask(app, seller, 'DELETE', id)).body).toEqual({ name: 'Bea Novak' })
  const views = await call(app, 'GET', '/api/saved-views', { token: seller.token })
  expect(views.body).toMatchObject({
    views: [{ filter: { q: '@example.com' } }, { filter: { q: 'gus@example.com' } }],
  })
  expect((await ask(app, seller, 'GET', id)).status).toBe(404)
  expect(await emailsOf(app, seller)).toEqual(['gus@example.com'])
  const { db } = app.services
  const row = await db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ email: null, emailKey: null, plainEmail: null, name: '' })
  expect(
    await db.selectFrom('mails').selectAll().where('recipient', '=', 'fay@example.com').execute(),
  ).toEqual([])
  const receipts = await db.selectFrom('mails').selectAll().where('purchaseId', '=', bought).execute()
  expect(receipts).toContainEqual(expect.objectContaining({ kind: 'receipt', text: null, recipient: '' }))
  const sale = await call(app, 'GET', `/api/sales/${bought}`, { token: seller.token })
  expect(sale.body).toMatchObject({ email: 'fay@example.com', status: 'refunded', customerId: null })

  await buyAs(app, form, 'fay@example.com')
  expect((await customerWith(app, seller, 'fay@example.com')).id).not.toBe(id)
})

test('erasing a customer deletes only the trial records for their address and card', async () => {
  const seller = await signUpSeller(app)
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const form = await createTestForm(app, seller, plan)
  const consents = await trialConsents(app, form)
  const begin = async (email: string, paymentMethodId: string) =>
    outcomeOf(await pay(app, form, { email, paymentMethodId, consents })).purchaseId
  const ids = [
    await begin('ida@example.com', 'pm_card_visa'),
    await begin('jo@example.com', 'pm_card_mastercard'),
  ]
  const { db } = app.services
  const startsLeft = async () =>
    db
      .selectFrom('trialStarts')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscriptionId')
      .select('orderId')
      .where('formId', '=', form)
      .execute()
  expect(await startsLeft()).toHaveLength(2)
  await db.updateTable('subscriptions').set({ status: 'canceled' }).where('orderId', 'in', ids).execute()
  await db.updateTable('mails').set({ sentAt: app.clock.now(), nextAttemptAt: null }).execute()
  const { id } = await customerWith(app, seller, 'ida@example.com')
  expect((await ask(app, seller, 'DELETE', id)).status).toBe(200)
  expect(await startsLeft()).toEqual([{ orderId: ids[1] }])
})
