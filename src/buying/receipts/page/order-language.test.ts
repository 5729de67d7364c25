import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addOffer, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { hiddenIn, open, post, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { mailLinks } from '#buying/portal/mail-links.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { bothConsents, setPolicy } from '#buying/consumer-law/test-policy.ts'
import { renew, subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { inLanguage } from '#foundation/language/t.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { notifyAll } from '#selling/notifications/test-notifications.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

/** Buys something on a page in the pseudo-language. */
const buyAbroad = async (
  form: string,
  email = `${newKey()}@example.com`,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestOrder> => {
  const body = { form, email, name: 'Bea Novak', paymentMethodId: 'pm_card_visa', ...fields }
  const headers = { [languageHeader]: 'en-XA', 'idempotency-key': newKey() }
  return outcomeOf(await call(app, 'POST', '/api/stripe/pay-form', { body, headers }))
}

const languageOf = async (id: string) =>
  (await app.services.db.selectFrom('purchases').select('language').where('id', '=', id).executeTakeFirst())
    ?.language

const pathOf = ({ purchaseId, secret }: TestOrder, file = '') =>
  `/purchases/${purchaseId}${file}?key=${secret}`

/** The languages of the emails to an address, or of all emails, by kind. */
const mailLanguages = async (of: string) => {
  const mails = await app.services.db
    .selectFrom('mails')
    .select(['id', 'kind'])
    .where((mail) => mail.or([mail('recipient', '=', of), mail('kind', '=', of)]))
    .execute()
  const read = await Promise.all(
    mails.map(async ({ id, kind }) => {
      const { text } = await open(app, `/dev/mail/${id}`)
      return [kind, /html lang=&quot;([\w-]+)/.exec(text)?.[1]] as const
    }),
  )
  return Object.fromEntries(read)
}

const spoken = ({ text }: { readonly text: string }) => /<html lang="([\w-]+)/.exec(text)?.[1]

test('an order and everything that follows it use the language of its page', async () => {
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const order = await buyAbroad(form)
  const taken = outcomeOf(await accept(app, order, await offerOf(app, order)))

  expect(await languageOf(order.purchaseId)).toBe('en-XA')
  expect(await languageOf(taken.purchaseId)).toBe('en-XA')
  expect(await languageOf(outcomeOf(await pay(app, form)).purchaseId)).toBe('en')
  const sale = await call(app, 'GET', `/api/sales/${order.purchaseId}`, { token: seller.token })
  expect(sale.body).toMatchObject({ language: 'en-XA' })
})

test('a buyer’s emails are in the language of their order', async () => {
  const form = await createTestForm(app, seller)
  await buyAbroad(form, 'ada@example.com')
  await pay(app, form, { email: 'bob@example.com' })

  expect(await mailLanguages('ada@example.com')).toEqual({ receipt: 'en-XA' })
  expect(await mailLanguages('bob@example.com')).toEqual({ receipt: 'en' })
})

test('a purchase’s page uses its order’s language, whatever language the browser prefers', async () => {
  const order = await buyAbroad(await createTestForm(app, seller))

  expect(spoken(await open(app, pathOf(order)))).toBe('en-XA')
  expect(spoken(await open(app, pathOf(order, '/withdraw')))).toBe('en-XA')
})

test('a link can request another language, and leads to pages in that language', async () => {
  const order = outcomeOf(await pay(app, await createTestForm(app, seller)))
  const page = await open(app, `${pathOf(order)}&lang=en-XA`)
  const withdrawn = await post(app, `${pathOf(order, '/withdraw')}&lang=en-XA`, { part: order.purchaseId })

  expect(spoken(page)).toBe('en-XA')
  expect(page.text).toMatch(/href="\/purchases\/[^"]+\/invoice\.pdf\?key=[^"]+&amp;lang=en-XA"/)
  expect(withdrawn.location).toMatch(/^\/withdraw\/received\/.+&lang=en-XA$/)
})

test('a purchase’s page offers the languages of its form', async () => {
  const form = await createTestForm(app, seller, { languages: ['en', 'de'] })
  const page = await open(app, pathOf(outcomeOf(await pay(app, form))))

  expect(page.text.match(/hreflang="[\w-]+"/g)).toEqual(['hreflang="en"', 'hreflang="de"'])
})

test('an invoice is in its order’s language, unless its link requests another', async () => {
  const order = await buyAbroad(await createTestForm(app, seller))
  const invoice = async (language = '') =>
    (await open(app, pathOf(order, '/invoice.pdf') + language)).text.match(/\/Lang \(([\w-]+)\)/)?.[1]

  expect(await invoice()).toBe('en-XA')
  expect(await invoice('&lang=en')).toBe('en')
})

test('a page marks the seller’s own texts if they are in another language', async () => {
  const form = await createTestForm(app, seller, { successMessage: 'See you on Monday' })
  const own = await open(app, `/payment/${form}?lang=en`)
  const other = await open(app, `/payment/${form}?lang=en-XA`)

  expect(own.text).not.toContain('<h1 lang')
  expect(other.text).toMatch(/<h1 lang="en"/)
  expect((await open(app, pathOf(await buyAbroad(form)))).text).toContain('<p lang="en"')
})

test('without its key, a page does not reveal the language of an order', async () => {
  const { purchaseId } = await buyAbroad(await createTestForm(app, seller))
  const page = await open(app, `/purchases/${purchaseId}?key=guessed`)

  expect([page.status, spoken(page)]).toEqual([404, 'en'])
})

test('the receipt for a withdrawal is in the language of the withdrawal, and the seller’s notice is in English', async () => {
  const { purchaseId } = await buyAbroad(await createTestForm(app, seller), 'eve@example.com')
  const fields = { name: 'Eve', email: 'eve@example.com', reference: purchaseId }
  const review = await post(app, '/withdraw?lang=en-XA', fields)
  const { location } = await post(app, '/withdraw?lang=en-XA', { ...hiddenIn(review), step: 'confirm' })
  await workOff(app)
  await notifyAll(app)

  expect(spoken(await open(app, location.replace('&lang=en-XA', '')))).toBe('en-XA')
  expect(await mailLanguages('eve@example.com')).toMatchObject({ withdrawal: 'en-XA' })
  expect(await mailLanguages('notice')).toEqual({ notice: 'en' })
  const listed = await call(app, 'GET', '/api/withdrawals', { token: seller.token })
  const { data } = withdrawalsContract.listWithdrawals.ok.schema.parse(listed.body)
  expect(data.find(({ name }) => name === 'Eve')?.language).toBe('en-XA')
})

test('the link to a buyer’s purchases is emailed in the language of the page that requested it', async () => {
  await buyAbroad(await createTestForm(app, seller), 'ivy@example.com')
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  await post(app, `/my/${sellerId}?lang=en-XA`, { email: 'ivy@example.com' })
  await mailLinks(app.services)

  expect(await mailLanguages('ivy@example.com')).toEqual({ receipt: 'en-XA', buyer_link: 'en-XA' })
})

test('consents are compared and stored in the language of the page', async () => {
  const careful = await signUpSeller(app)
  await locate(app, careful, 'DE')
  await setPolicy(app, careful, { sells: 'service', earlyStart: 'required' })
  const form = await createTestForm(app, careful)
  const { purchaseId } = await buyAbroad(form, undefined, {
    consents: inLanguage('en-XA', () => bothConsents('service')),
  })
  const kept = await app.services.db
    .selectFrom('consents')
    .select(['locale', 'text'])
    .where('purchaseId', '=', purchaseId)
    .execute()

  expect(kept.map(({ locale }) => locale)).toEqual(['en-XA', 'en-XA'])
  expect(kept.map(({ text }) => text.includes('Í'))).toEqual([true, true])
})

test('a renewal’s emails and pages are in its order’s language', async () => {
  const ordered = await subscribe(app, seller)
  const { purchaseId } = ordered
  await app.services.db
    .updateTable('purchases')
    .set({ language: 'en-XA' })
    .where('id', '=', purchaseId)
    .execute()
  await renew(app, ordered)
  const renewal = await app.services.db
    .selectFrom('purchases')
    .select(['kind', 'language'])
    .where('orderId', '=', purchaseId)
    .executeTakeFirst()

  expect(renewal).toEqual({ kind: 'renewal', language: 'en-XA' })
})
