import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { errorOf, newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import {
  accept,
  addBump,
  addOffer,
  createOfferForm,
  offerOf,
  type TestOrder,
} from '#buying/upsells/test-offers.ts'
import { open } from '#buying/withdrawal/test-withdrawals.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bothConsents, setPolicy } from './test-policy.ts'
import { consentTexts, consumerTexts } from './texts.ts'
import { say } from '#foundation/language/t.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
})

const buy = async (form: string, fields: Readonly<Record<string, unknown>>): Promise<TestOrder> =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))
const pageOf = async ({ purchaseId, secret }: TestOrder) =>
  (await open(app, `/purchases/${purchaseId}?key=${secret}`)).text
const paymentPage = async (form: string) => (await open(app, `/payment/${form}`)).text

test('a free form sells without asking for consent', async () => {
  await setPolicy(app, seller, { earlyStart: 'required' })
  const form = await createTestForm(app, seller, { amount: 0 })

  expect((await pay(app, form, { paymentMethodId: null })).status).toBe(200)
})

test('a form with files only in its offers counts as selling digital content', async () => {
  await locate(app, seller, 'DE')
  const bump = await addBump(app, seller, { files: [await addFile(app, seller, 'More.txt')] })
  const page = await paymentPage(await createTestForm(app, seller, { otoSequenceList: [bump] }))

  expect(page).toContain(say(consentTexts.digital.loss_of_right))
})

test('a free order asks for the consent that opens the files of later offers', async () => {
  await locate(app, seller, 'DE')
  const oneTimeOffer = await addOffer(app, seller, { files: [await addFile(app, seller, 'More.txt')] })
  const files = [await addFile(app, seller, 'Sample.txt')]
  const form = await createOfferForm(app, seller, { amount: 0, files, bumps: [], oneTimeOffer })
  const offered = await paymentPage(form)
  const free = { paymentMethodId: null }
  const card = { paymentMethodId: 'pm_card_visa' }
  const [silent, agreed] = [
    await buy(form, free),
    await buy(form, { ...free, consents: bothConsents('digital') }),
  ]
  for (const one of [silent, agreed]) {
    expect((await accept(app, one, await offerOf(app, one), card)).status).toBe(200)
  }
  const filesOn = (page: string) => [...page.matchAll(/"Download ([^"]+)"/g)].map(([, name]) => name)
  await setPolicy(app, seller, { earlyStart: 'required' })
  const refused = await pay(app, form, { ...free, email: `${newKey()}@example.com` })

  expect(offered).toContain(say(consentTexts.digital.early_start))
  expect(offered).toContain(consumerTexts.later.added('8 Dec 2026'))
  expect(filesOn(await pageOf(silent))).toEqual(['Sample.txt'])
  expect(filesOn(await pageOf(agreed))).toEqual(['Sample.txt', 'More.txt'])
  expect([refused.status, errorOf(refused).errors]).toEqual([422, { consents: say(consumerTexts.required) }])
})
