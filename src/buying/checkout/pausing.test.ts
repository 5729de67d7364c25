import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addOffer, offerOf } from '#buying/upsells/test-offers.ts'
import {
  answerBank,
  call,
  createTestForm,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from './pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  form = await createTestForm(app, seller)
})

const change = (fields: Readonly<Record<string, unknown>>, id = form) =>
  call(app, 'PATCH', `/api/forms/${id}`, {
    token: seller.token,
    body: { isDetailUpdate: false, ...fields },
  })
const withoutTime = (body: unknown) => {
  const { updatedAt: _, ...fields } = z.looseObject({ updatedAt: z.string() }).parse(body)
  return fields
}
const pause = () => change({ isPaused: true })
const view = async (headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${app.url}/payment/${form}`, { headers })
  const html = await answer.text()
  const shown = html.slice(html.indexOf('<div id="root">'), html.indexOf('id="page-data"'))
  return { status: answer.status, robots: answer.headers.get('x-robots-tag'), shown }
}

test('a paused form’s page says that it is paused and shows no way to pay', async () => {
  expect((await pause()).body).toMatchObject({ isPaused: true, pauseMessage: null })
  const { status, robots, shown } = await view()

  expect([status, robots]).toEqual([200, 'noindex'])
  expect(shown).toContain('A course in watercolor')
  expect(shown).toContain('Sales are paused for now. Please come back later.')
  expect(shown).not.toContain('type="submit"')
  expect((await view({ 'sec-fetch-dest': 'iframe' })).shown).toContain('Sales are paused for now.')
})

test('buyers of a paused form see the seller’s own message', async () => {
  await change({ isPaused: true, pauseMessage: 'Back on Monday,\nwith <b>fresh</b> paint!' })

  expect((await view()).shown).toContain('Back on Monday,\nwith &lt;b&gt;fresh&lt;/b&gt; paint!')
})

test('a buyer who opened a form before it was paused is not charged', async () => {
  await pause()
  const answer = await pay(app, form)

  expect(answer.status).toBe(409)
  expect(errorOf(answer)).toMatchObject({
    code: 'form_paused',
    message: 'Sales of this form are paused. You have not been charged.',
  })
  expect(await booksOf(app, form)).toEqual({ statuses: [], charged: [] })
})

test('a payment at the bank succeeds even if its form is paused', async () => {
  const key = newKey()
  const waiting = outcomeOf(await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired' }, key))
  if (waiting.status !== 'requires_action') throw new Error(`unexpected ${waiting.status}`)
  await pause()
  await answerBank(app, waiting.clientSecret)

  expect(await stateOf(app, waiting)).toMatchObject({ status: 'paid' })
  expect(
    outcomeOf(await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired' }, key)),
  ).toMatchObject({
    status: 'paid',
    purchaseId: waiting.purchaseId,
  })
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

test('one-time offers stay available after their form is paused', async () => {
  form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const bought = outcomeOf(await pay(app, form))
  await pause()

  expect((await offerOf(app, bought)).title).toBe('The second course')
})

test('a resumed form keeps its price, timers and quotes', async () => {
  const timers = [{ title: 'Early bird', timestamp: Date.now() + 3_600_000, amount: 59 }]
  form = await createTestForm(app, seller, { timers })
  const before = (await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })).body
  await pause()
  const after = (await change({ isPaused: false })).body

  expect(after).toMatchObject(withoutTime(before))
  expect((await view()).shown).toContain('type="submit"')
  expect(outcomeOf(await pay(app, form))).toMatchObject({ status: 'paid' })
})

test('pausing and resuming a form are each logged once, with the member’s name', async () => {
  await pause()
  await pause()
  await change({ title: 'A course in gouache' })
  await change({ isPaused: false })
  const entries = await app.services.db
    .selectFrom('auditLog')
    .select(['action', 'actorId'])
    .where('subjectId', '=', form)
    .orderBy('id')
    .execute()

  expect(entries).toEqual([
    { action: 'forms.pause', actorId: seller.userId },
    { action: 'forms.resume', actorId: seller.userId },
  ])
})

test('a form that breaks newer validation rules can still be paused', async () => {
  await app.services.db.updateTable('forms').set({ amount: 1 }).where('id', '=', form).execute()

  expect((await change({ title: 'A course in gouache' })).status).toBe(422)
  expect((await pause()).status).toBe(200)
})

test('a seller cannot pause another seller’s form', async () => {
  const stranger = await signUpSeller(app)
  const answer = await call(app, 'PATCH', `/api/forms/${form}`, {
    token: stranger.token,
    body: { isPaused: true, isDetailUpdate: false },
  })

  expect(answer.status).toBe(404)
})
