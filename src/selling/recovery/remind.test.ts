import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { addBump } from '#buying/upsells/test-offers.ts'
import { resumeKey } from '#buying/checkout/resume/resume-key.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { recoveriesContract } from './contract.ts'
import { formRecoveryContract } from './settings/contract.ts'
import { holdOut, openPost, type Post, recoveriesOf, wakeUp, workAndSend, workOn } from './test-recoveries.ts'

let app: TestApp
let seller: TestSeller
let form: string
let post: Post
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  wakeUp(app)
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  post = await openPost(app)
})
afterEach(async () => post.close())

const hour = 60 * 60

/** Other tests' buyers get emails too. */
const mailsTo = (email: string) => post.server.mails.filter(({ envelope }) => envelope.to.includes(email))
const consent = 'Email me a reminder if I don’t finish'

const ask = (fields: Readonly<Record<string, unknown>> = {}) =>
  call(app, 'POST', '/api/stripe/purchases/reminders', {
    body: { form, email: 'bea@example.com', consent, ...fields },
  })

const offer = (page = true) =>
  call(app, 'PATCH', `/api/forms/${form}/recovery`, { token: seller.token, body: { page } })

const pageOf = async () => (await fetch(`${app.url}/payment/${form}`)).text()

test('a payment page offers a reminder only while its seller has turned that on', async () => {
  expect(await pageOf()).not.toContain('offersReminder')
  expect((await ask()).body).toMatchObject({ code: 'reminder_off' })
  await offer()
  expect(await pageOf()).toContain('"offersReminder":true')
  await offer(false)
  expect(await pageOf()).not.toContain('offersReminder')
})

test('a reminder’s link keeps the tags of the link that led to the page', async () => {
  await offer()
  await ask({ source: { source: 'spring', ref: 'anna', referrer: 'mail.example' } })
  const key = resumeKey(app.config.authSecret, (await recoveriesOf(app, form)).at(-1)?.id ?? '')
  const answer = await call(app, 'POST', '/api/stripe/purchases/resume', { body: { form, key } })
  expect(answer.body).toMatchObject({ source: { source: 'spring', ref: 'anna' } })
})

test('a buyer who asks for a reminder gets two emails with their choices, and the seller sees a masked address', async () => {
  await offer()
  const email = `${newKey()}@example.com`
  expect((await ask({ email, name: 'Bea Novak' })).status).toBe(200)
  const listed = recoveriesContract.listRecoveries.ok.schema.parse(
    (await call(app, 'GET', '/api/recoveries', { token: seller.token })).body,
  )
  expect(listed.data).toMatchObject([{ kind: 'page', email: 'k…@example.com', total: 4900, link: null }])
  await holdOut(app, form)
  app.clock.advance(hour)
  await workAndSend(app, post)
  app.clock.advance(22 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
  app.clock.advance(2 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[0]?.bodies.get('text/plain')).toContain(consent)
  app.clock.advance(72 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(2)
})

test('a buyer who buys after the first reminder gets no second one', async () => {
  await offer()
  const email = `${newKey()}@example.com`
  await ask({ email })
  await holdOut(app, form)
  app.clock.advance(hour)
  await workAndSend(app, post)
  outcomeOf(await pay(app, form, { email }))
  app.clock.advance(24 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'paid' }])
})

test('a consent that differs from the page’s wording is rejected', async () => {
  await offer()
  expect((await ask({ consent: 'Yes' })).status).toBe(422)
  expect(await recoveriesOf(app, form)).toEqual([])
})

test('a reminder does not replace an order that the buyer has placed since', async () => {
  await offer()
  await ask()
  await pay(app, form, { email: 'bea@example.com', paymentMethodId: 'pm_card_chargeDeclinedExpiredCard' })
  await workOn(app)
  await ask()
  expect(await recoveriesOf(app, form)).toMatchObject([{ kind: 'declined' }])
})

test('the seller’s own words replace ours in the form’s language, and the settings are kept', async () => {
  const body = { declined: false, waits: [180, 2880], subject: 'Still there?', message: 'Your seat is free.' }
  const saved = await call(app, 'PATCH', `/api/forms/${form}/recovery`, { token: seller.token, body })
  expect(saved.body).toMatchObject(body)
  const preview = async (language: string) => {
    const path = `/api/forms/${form}/recovery/preview?language=${language}&subject=Hi&message=Come+back`
    const { body: shown } = await call(app, 'GET', path, { token: seller.token })
    return formRecoveryContract.previewRecoveryMail.ok.schema.parse(shown)
  }
  const own = await preview('en')
  expect([own.subject, own.text.includes('Come back')]).toEqual(['Hi', true])
  expect((await preview('de')).text).not.toContain('Come back')
  const wrong = { waits: [2880, 180] }
  const refused = await call(app, 'PATCH', `/api/forms/${form}/recovery`, {
    token: seller.token,
    body: wrong,
  })
  expect(refused.status).toBe(422)
})

test('a reminder contains a coupon that works for every buyer, and its link applies the coupon', async () => {
  const open = await addCoupon(app, form)
  const limited = await addCoupon(app, form, { maxPerBuyer: 1 })
  const save = (couponId: string) =>
    call(app, 'PATCH', `/api/forms/${form}/recovery`, { token: seller.token, body: { page: true, couponId } })
  expect((await save(limited.id)).status).toBe(422)
  const saved = formRecoveryContract.saveFormRecovery.ok.schema.parse((await save(open.id)).body)
  expect(saved.coupons).toEqual([{ id: open.id, code: open.code, discount: '20%' }])
  const email = `${newKey()}@example.com`
  await ask({ email })
  await holdOut(app, form)
  app.clock.advance(hour)
  await workAndSend(app, post)
  const text = mailsTo(email)[0]?.bodies.get('text/plain') ?? ''
  expect(text).toContain(`Your link includes the code ${open.code} for 20% off.`)
  const key = decodeURIComponent(/resume=([^\s&]+)/.exec(text)?.[1] ?? '')
  const back = await call(app, 'POST', '/api/stripe/purchases/resume', { body: { form, key } })
  expect(back.body).toMatchObject({ coupon: open.code })

  // Once the coupon has ended, neither the second email nor the link promises it.
  await app.services.db.updateTable('coupons').set({ isActive: false }).where('id', '=', open.id).execute()
  app.clock.advance(24 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)[1]?.bodies.get('text/plain')).not.toContain(open.code)
  const later = await call(app, 'POST', '/api/stripe/purchases/resume', { body: { form, key } })
  expect(later.body).not.toHaveProperty('coupon')
})

test('an email shows the current price if it has changed since', async () => {
  await offer()
  const email = `${newKey()}@example.com`
  await ask({ email })
  await holdOut(app, form)
  await app.services.db.updateTable('forms').set({ amount: 7900 }).where('id', '=', form).execute()
  app.clock.advance(hour)
  await workAndSend(app, post)
  expect(mailsTo(email)[0]?.bodies.get('text/plain')).toContain('The price is now $79.00.')
})

test('after a decline the page offers another price and an order without extras, if its seller has turned that on', async () => {
  const bump = await addBump(app, seller)
  form = await createTestForm(app, seller, {
    bumps: [bump],
    priceLabel: 'All',
    prices: [{ label: 'Part', amount: 20 }],
  })
  const read = await call(app, 'GET', `/api/forms/${form}/recovery`, { token: seller.token })
  const { prices } = formRecoveryContract.readFormRecovery.ok.schema.parse(read.body)
  expect(prices.map(({ label }) => label)).toEqual(['All', 'Part'])
  const save = (body: object) =>
    call(app, 'PATCH', `/api/forms/${form}/recovery`, { token: seller.token, body })
  expect((await save({ fallbackPriceId: randomUUID() })).status).toBe(422)
  expect(await pageOf()).not.toContain('fallbackPrice')
  await save({ fallbackPriceId: prices[1]?.id, offersWithoutExtras: true })
  expect(await pageOf()).toContain(`"fallbackPrice":"${prices[1]?.id}","offersWithoutExtras":true`)
})
