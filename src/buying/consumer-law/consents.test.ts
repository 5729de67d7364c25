import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFile } from '#accounts/uploads/test-files.ts'
import { errorOf, newKey, outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { accept, addOffer, createOfferForm, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { listed, open, post, returnedFor, withdraw, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bothConsents, downloadIn, setPolicy } from './test-policy.ts'
import { consentTexts, consumerTexts } from './texts.ts'
import { say } from '#foundation/language/t.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

const setCountry = (country: string) => locate(app, seller, country)

const fileForm = async () => createTestForm(app, seller, { files: [await addFile(app, seller, 'Book.txt')] })

const buy = async (form: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TestOrder> =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))

const pathOf = ({ purchaseId, secret }: TestOrder, file = '') =>
  `/purchases/${purchaseId}${file}?key=${secret}`
const pageOf = async (bought: TestOrder) => (await open(app, pathOf(bought))).text
const receiptOf = async ({ purchaseId }: TestOrder) => {
  const addresses = { authSecret: app.config.authSecret, publicUrl: app.config.publicUrl }
  return (await writeReceipt(app.services.db, app.clock, addresses, purchaseId)).text
}
const consentsOf = ({ purchaseId }: TestOrder) =>
  app.services.db
    .selectFrom('consents')
    .select(['kind', 'text', 'locale', 'givenAt'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('kind')
    .execute()

const paymentPage = async (form: string) => (await open(app, `/payment/${form}`)).text

test('a page asks for consent only where the law lets buyers waive withdrawal', async () => {
  const form = await fileForm()
  const before = await paymentPage(form)
  await setCountry('US')
  const abroad = await paymentPage(await createTestForm(app, seller))
  await setCountry('DE')
  const digital = await paymentPage(await fileForm())
  const service = await paymentPage(await createTestForm(app, seller))

  for (const page of [before, abroad]) expect(page).not.toContain('consent')
  expect(digital).toContain(say(consentTexts.digital.loss_of_right))
  expect(digital).toContain('Otherwise they open on 8 Dec 2026')
  expect(service).toContain(say(consentTexts.service.loss_of_right))
  expect(digital.match(/<input[^>]*name="consent"[^>]*>/g)?.some((box) => box.includes('checked'))).toBe(
    false,
  )
})

test('a buyer who gave both consents loses the right of withdrawal by opening the files', async () => {
  await setCountry('DE')
  const bought = await buy(await fileForm(), { consents: bothConsents('digital') })
  const before = await pageOf(bought)
  app.clock.advance(3600)
  await open(app, downloadIn(await pageOf(bought)))
  app.clock.advance(1)
  const after = await pageOf(bought)
  await withdraw(app, bought)
  await workOff(app)

  expect(await consentsOf(bought)).toEqual(
    bothConsents('digital').map((one) => ({
      ...one,
      locale: 'en',
      givenAt: new Date('2026-11-23T10:00:00Z'),
    })),
  )
  expect(before).toContain('You can withdraw from this contract until')
  expect(after).toContain(
    'You gave up your right of withdrawal when you opened the files on 23 Nov 2026, 11:00 UTC',
  )
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  for (const { text } of bothConsents('digital')) {
    expect(after).toContain(text)
    expect(await receiptOf(bought)).toContain(text)
  }
})

test('a buyer without both consents gets the files when the withdrawal period ends', async () => {
  await setCountry('DE')
  const form = await fileForm()
  const [nothing, half] = [
    await buy(form),
    await buy(form, { consents: bothConsents('digital').slice(0, 1) }),
  ]
  const opens = 'Your files open on 8 Dec 2026'
  const early = await pageOf(nothing)
  app.clock.advance(20 * 24 * 3600)
  const later = await pageOf(nothing)
  const file = await open(app, downloadIn(later))

  expect([early, await receiptOf(half)].map((text) => downloadIn(text))).toEqual(['', ''])
  expect(early).toContain(opens)
  expect(file.text).toBe('Water flows.')
})

test('changing the purchase id in a download URL does not open the other purchase’s waiting files', async () => {
  await setCountry('DE')
  const form = await fileForm()
  const open1 = await buy(form, { consents: bothConsents('digital') })
  const waiting = await buy(form)
  const address = downloadIn(await pageOf(open1)).replace(open1.purchaseId, waiting.purchaseId)

  expect((await open(app, address)).status).toBe(404)
})

test('a buyer who consents later gets the files and another receipt', async () => {
  await setCountry('DE')
  const bought = await buy(await fileForm())
  const agree = (texts: readonly string[]) =>
    post(
      app,
      pathOf(bought, '/early-start'),
      new URLSearchParams(texts.map((text): [string, string] => ['consent', text])),
    )
  const texts = bothConsents('digital').map(({ text }) => text)
  await agree(texts.slice(0, 1))
  const half = await consentsOf(bought)
  await agree(texts)
  await agree(texts)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('about')
    .where('purchaseId', '=', bought.purchaseId)
    .where('kind', '=', 'receipt')
    .execute()

  expect(half).toEqual([])
  expect(downloadIn(await pageOf(bought))).not.toBe('')
  expect(mails.map(({ about }) => about).toSorted()).toEqual(['', 'early start'])
  expect((await post(app, `/purchases/${bought.purchaseId}/early-start?key=wrong`, {})).status).toBe(404)
})

test('the receipt for an early start is sent to the purchase’s corrected email address', async () => {
  await setCountry('DE')
  const bought = await buy(await fileForm(), { email: 'eve@gmial.example' })
  await app.services.db
    .updateTable('purchases')
    .set({ mailTo: 'eve@gmail.example' })
    .where('id', '=', bought.purchaseId)
    .execute()
  const texts = bothConsents('digital').map(({ text }): [string, string] => ['consent', text])
  await post(app, pathOf(bought, '/early-start'), new URLSearchParams(texts))
  const { recipient } = await app.services.db
    .selectFrom('mails')
    .select('recipient')
    .where('purchaseId', '=', bought.purchaseId)
    .where('about', '=', 'early start')
    .executeTakeFirstOrThrow()

  expect(recipient).toBe('eve@gmail.example')
})

test('files that wait for the end of the withdrawal period stay closed while the seller reviews a withdrawal', async () => {
  await setPolicy(app, seller, { onWithdrawal: 'ask_me' })
  const bought = await buy(await fileForm())
  const offered = await pageOf(bought)
  await withdraw(app, bought)
  const body = new URLSearchParams(
    bothConsents('digital').map(({ text }): [string, string] => ['consent', text]),
  )
  await post(app, pathOf(bought, '/early-start'), body)
  const page = await pageOf(bought)

  expect(offered).toContain('Open my files')
  expect(page).not.toContain('Open my files')
  expect(downloadIn(page)).toBe('')
  expect(await consentsOf(bought)).toEqual([])
})

test('a later consent to an order opens no files of an offer the buyer withdrew from', async () => {
  await setPolicy(app, seller, { onWithdrawal: 'ask_me' })
  const offer = await addOffer(app, seller, { files: [await addFile(app, seller, 'More.txt')] })
  const bought = await buy(
    await createOfferForm(app, seller, {
      oneTimeOffer: offer,
      files: [await addFile(app, seller, 'Book.txt')],
    }),
  )
  const added = outcomeOf(await accept(app, bought, await offerOf(app, bought)))
  await withdraw(app, bought, [added.purchaseId])
  const body = new URLSearchParams(
    bothConsents('digital').map(({ text }): [string, string] => ['consent', text]),
  )
  await post(app, pathOf(bought, '/early-start'), body)
  const page = await pageOf(bought)

  expect(page).toContain('Book.txt')
  expect(page).not.toContain('More.txt')
  expect(downloadIn(await pageOf(added))).toBe('')
})

test('files close during a withdrawal review and reopen after a rejection', async () => {
  await setPolicy(app, seller, { onWithdrawal: 'ask_me' })
  const bought = await buy(await fileForm(), { consents: bothConsents('digital') })
  const address = downloadIn(await pageOf(bought))
  await withdraw(app, bought)
  const waiting = await pageOf(bought)
  const closed = await open(app, address)
  const [row] = await listed(app, seller)
  await call(app, 'PATCH', `/api/withdrawals/${row?.id ?? ''}`, {
    token: seller.token,
    body: { refusedFor: 'not_consumer' },
  })

  expect(address).not.toBe('')
  expect([downloadIn(waiting), closed.status]).toEqual(['', 404])
  expect(downloadIn(await pageOf(bought))).not.toBe('')
})

test('a consent text the page did not show gets a field error', async () => {
  await setCountry('DE')
  const form = await fileForm()
  const errorsOf = async (consents: unknown) => {
    const answer = await pay(app, form, { email: `${newKey()}@example.com`, consents })
    return [answer.status, errorOf(answer).errors]
  }
  const [start, loss] = bothConsents('digital')

  expect(await errorsOf([{ ...start, text: 'Whatever' }])).toEqual([
    422,
    { 'consents.0.text': say(consumerTexts.changed) },
  ])
  expect(await errorsOf([start, start])).toEqual([422, { 'consents.1.kind': say(consumerTexts.twice) }])
  expect((await errorsOf([{ ...loss, kind: 'marketing' }]))[0]).toBe(422)
  const elsewhere = await createTestForm(app, await signUpSeller(app))
  expect((await pay(app, elsewhere, { consents: [start] })).status).toBe(422)
})

test('a seller who requires an early start accepts no payment without consent', async () => {
  await setPolicy(app, seller, { earlyStart: 'required' })
  const form = await createTestForm(app, seller)
  const refused = await pay(app, form)
  const paid = await pay(app, form, { consents: bothConsents('digital') })

  expect([refused.status, errorOf(refused).errors]).toEqual([422, { consents: say(consumerTexts.required) }])
  expect(paid.status).toBe(200)
})

test('a repeated payment request is rejected if its consents differ', async () => {
  await setCountry('DE')
  const form = await fileForm()
  const key = newKey()
  const send = (consents: unknown) => pay(app, form, { email: 'again@example.com', consents }, key)
  const first = outcomeOf(await send(bothConsents('digital')))
  const again = outcomeOf(await send(bothConsents('digital')))
  const other = await send([])

  expect(again.purchaseId).toBe(first.purchaseId)
  expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_key_reused'])
})

test('a buyer who agrees to a trial and only one consent must wait for the files', async () => {
  await setCountry('DE')
  const files = [await addFile(app, seller, 'Book.txt')]
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14, trialAmount: 1 }
  const form = await createTestForm(app, seller, { files, ...plan })
  const [early] = bothConsents('digital')
  const consents = [early, ...(await trialConsents(app, form))]
  const bought = await buy(form, { consents })
  expect((await consentsOf(bought)).map(({ kind }) => kind).toSorted()).toEqual(['early_start', 'trial'])
  expect(await pageOf(bought)).toContain('because you did not ask for them right away')
})

test('a buyer can withdraw from a service with an early start until it is performed', async () => {
  await setCountry('DE')
  const bought = await buy(await createTestForm(app, seller), { consents: bothConsents('service') })

  expect(await pageOf(bought)).toContain(say(consumerTexts.endsWithPerformance))
  expect(await receiptOf(bought)).toContain(say(consumerTexts.endsWithPerformance))
})

test('the order’s consent also covers offers added later', async () => {
  await setPolicy(app, seller, { sells: 'digital' })
  const offer = await addOffer(app, seller, { files: [await addFile(app, seller, 'More.txt')] })
  const form = await createOfferForm(app, seller, { oneTimeOffer: offer })
  const bought = await buy(form, { consents: bothConsents('digital') })
  const added = await accept(app, bought, await offerOf(app, bought))
  const page = await pageOf(bought)
  await open(app, downloadIn(page))
  const parts = (await open(app, pathOf(bought, '/withdraw'))).text

  expect(added.status).toBe(200)
  expect(page).toContain('More.txt')
  expect(await receiptOf(bought)).toContain(say(consentTexts.digital.early_start))
  expect(parts).not.toContain('More')
})

test('consents add no SQL statements to a purchase', async () => {
  await setCountry('DE')
  const form = await fileForm()
  await buy(form)
  const { statements: without } = await countStatements(() => buy(form))
  const { statements: given } = await countStatements(() => buy(form, { consents: bothConsents('digital') }))

  expect(given.length).toBe(without.length)
  expect(given.length).toBeLessThanOrEqual(11)
})

test('page and receipt show the same right, consents and seller’s text', async () => {
  await setPolicy(app, seller, { sells: 'digital', ownText: 'Write to us: we find a way.' })
  const bought = await buy(await fileForm(), { consents: bothConsents('digital') })
  const plain = (text: string) => text.replaceAll('\u2060', '').replaceAll('&#x27;', "'")
  const [page, receipt] = [plain(await pageOf(bought)), plain(await receiptOf(bought))]
  const right = /You can withdraw from this contract until [^.]*\./.exec(page)?.[0] ?? ''

  expect(right).toContain('8 Dec 2026')
  for (const text of [
    right,
    'Write to us: we find a way.',
    ...bothConsents('digital').map((one) => one.text),
  ]) {
    expect(page).toContain(text)
    expect(receipt).toContain(text)
  }
})
