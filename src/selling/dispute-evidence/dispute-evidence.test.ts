import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFile } from '#accounts/uploads/test-files.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { bothConsents, downloadIn, setPolicy } from '#buying/consumer-law/test-policy.ts'
import { textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { withdraw } from '#buying/withdrawal/test-withdrawals.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { inLanguage } from '#foundation/language/t.ts'
import { newId } from '#foundation/db/new-id.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { disputeEvidenceContract } from './contract.ts'
import { writeEvidence } from './evidence-document.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
  await setPolicy(app, seller)
})

const consents = bothConsents('digital')

async function buy(fields: Readonly<Record<string, unknown>> = {}) {
  const form = await createTestForm(app, seller, { files: [await addFile(app, seller, 'Book of water.txt')] })
  return outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, consents, ...fields }))
}

const askLink = (id: string, { token } = seller) => call(app, 'GET', `/api/sales/${id}/proof-link`, { token })

async function evidenceOf(id: string) {
  const { path } = disputeEvidenceContract.getProofLink.ok.schema.parse((await askLink(id)).body)
  const answer = await fetch(app.url + path)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { path, type: answer.headers.get('content-type'), ...(await textOf(bytes)) }
}

/** The text without line breaks. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

test('dispute evidence contains the items, the buyer, the exact consents and the opened files', async () => {
  const { purchaseId, secret } = await buy()
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  app.clock.advance(60)
  const openedAt = app.clock.now().getTime()
  await (await fetch(app.url + downloadIn(page))).text()
  const purchase = await app.services.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()

  await expect.poll(async () => plain((await evidenceOf(purchaseId)).text)).toContain('First on')
  const { type, text } = await evidenceOf(purchaseId)
  const said = plain(text)
  expect(type).toBe('application/pdf')
  for (const fact of [
    purchaseId,
    purchase.paymentIntentId ?? '',
    'Visa ending in 4242',
    purchase.name,
    purchase.email,
    '$49.00',
    consents[0]?.text ?? '',
    consents[1]?.text ?? '',
    'Book of water.txt',
    'The page it was bought on',
    'Version 1, of 23 Nov 2026',
    `First on ${instantText(openedAt)}`,
    'You gave up your right of withdrawal when you opened the files',
    `To ${purchase.email}`,
  ])
    expect(said).toContain(fact)
  expect(said).not.toMatch(/Refunds|Disputes|127\.0\.0\.1/)
})

test.each(['pl', 'ar'])(
  'dispute evidence quotes consents as their buyer read them in %s',
  async (language) => {
    const read = inLanguage(language, () => bothConsents('digital'))
    const form = await createTestForm(app, seller, {
      files: [await addFile(app, seller, 'Book of water.txt')],
    })
    const body = {
      form,
      email: 'ola@example.com',
      name: 'Ola',
      paymentMethodId: 'pm_card_visa',
      consents: read,
    }
    const headers = { [languageHeader]: language, 'idempotency-key': newKey() }
    const { purchaseId } = outcomeOf(await call(app, 'POST', '/api/stripe/pay-form', { body, headers }))
    const said = plain((await evidenceOf(purchaseId)).text).replaceAll(' ', '')

    for (const { text } of read) expect(said).toContain(plain(text).replaceAll(' ', ''))
    expect(said).toContain(`Thebuyerreadthepagein${language === 'pl' ? 'Polish' : 'Arabic'}`)
  },
)

test('dispute evidence lists refunds and the buyer’s statements as recorded', async () => {
  const bought = await buy({ consents: [] })
  await withdraw(app, bought)
  const said = plain((await evidenceOf(bought.purchaseId)).text)

  expect(said).toContain('$49.00 refunded')
  expect(said).toContain('I hereby give notice that I withdraw from my contract')
  expect(said).toContain('No opening recorded')
  expect(said).toContain('Confirmation of the buyer’s statement')
})

test('a renewal’s evidence includes when its order’s files were opened', async () => {
  const { db } = app.services
  const { purchaseId, secret } = await buy()
  const renewal = newId()
  await sql`
    insert into purchases select (jsonb_populate_record(bought, jsonb_build_object(
      'id', ${renewal}::text, 'kind', 'renewal', 'order_id', bought.id, 'idempotency_key', ${renewal}::text,
      'payment_intent_id', null
    ))).* from purchases bought where id = ${purchaseId}`.execute(db)
  expect(plain((await evidenceOf(renewal)).text)).toContain('No opening recorded')
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  await (await fetch(app.url + downloadIn(page))).text()

  await expect.poll(async () => plain((await evidenceOf(renewal)).text)).toContain('First on')
})

test('only the sale’s seller gets its evidence, through a link that expires after two minutes', async () => {
  const { purchaseId } = await buy()
  const another = await signUpSeller(app)
  const { path } = await evidenceOf(purchaseId)
  app.clock.advance(121)

  expect((await askLink(purchaseId, another)).status).toBe(404)
  expect((await fetch(app.url + path)).status).toBe(404)
  expect((await fetch(`${app.url}/api/sales/proof?link=forged`)).status).toBe(404)
})

test('an unpaid purchase has no evidence', async () => {
  const form = await createTestForm(app, seller)
  await pay(app, form, { paymentMethodId: 'pm_card_chargeDeclined' })
  const { id } = await app.services.db
    .selectFrom('purchases')
    .select('id')
    .where('formId', '=', form)
    .executeTakeFirstOrThrow()

  expect(await askLink(id)).toMatchObject({ status: 409, body: { code: 'not_paid' } })
})

test('evidence texts of any length are written in full over several pages', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ')
  const facts = [['Long', words] as const, ['Short', 'The end'] as const]
  const bytes = await writeEvidence(
    { id: '1', sellerName: 'Shop' },
    [{ title: 'Texts', facts }],
    app.clock.now(),
  )
  const { pages, text } = await textOf(new Uint8Array(bytes))

  expect(pages).toBeGreaterThan(1)
  expect(plain(text)).toContain(words)
  expect(text).toContain('The end')
})
