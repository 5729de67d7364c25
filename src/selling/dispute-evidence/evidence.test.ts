import { afterAll, beforeAll, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { bothConsents, setPolicy } from '#buying/consumer-law/test-policy.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { inLanguage } from '#foundation/language/t.ts'
import type { Evidence } from '#foundation/card-provider/evidence-fields.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { evidence } from './contract.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

/** Makes a sale with a recorded dispute. */
async function disputed(consents: readonly object[] = [], language = 'en') {
  await setFaults(app, {})
  const body = {
    form,
    email: `${newKey()}@example.com`,
    name: 'Bea Novak',
    paymentMethodId: 'pm_card_createDispute',
    consents,
  }
  const headers = { 'idempotency-key': newKey(), [languageHeader]: language }
  const { purchaseId } = outcomeOf(await call(app, 'POST', '/api/stripe/pay-form', { body, headers }))
  await reconcileAccounts(app.services)
  const { id } = await dispute(purchaseId)
  return { purchaseId, path: `/api/sales/${purchaseId}/disputes/${id}/evidence` }
}

const dispute = (purchaseId: string) =>
  app.services.db
    .selectFrom('disputes')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow()

const suggested = async (path: string, { token } = seller) =>
  evidence.parse((await call(app, 'GET', path, { token })).body)

const send = (path: string, said: Evidence, submit: boolean, { token } = seller) =>
  call(app, 'POST', path, { token, body: { evidence: said, submit } })

test('suggested evidence comes from the sale’s records', async () => {
  const { purchaseId, path } = await disputed()
  const said = await suggested(path)

  expect(said.customer_email_address).toMatch(/@example\.com$/)
  expect(said.product_description).toContain('$49.00')
  expect(said.uncategorized_text).toContain(purchaseId)
  expect(said.refund_policy_disclosure).toContain('You can withdraw from this contract until')
})

test('suggested evidence quotes a consent in the language in which it was read', async () => {
  await setPolicy(app, seller)
  const read = inLanguage('pl', () => bothConsents('digital'))
  const { path } = await disputed(read, 'pl')
  const { refund_policy_disclosure: law, uncategorized_text: rest } = await suggested(path)

  for (const { text } of read) expect(law).toContain(`the box was not ticked in advance: ${text}`)
  expect(law).toContain('Shown to the buyer, in translation: ')
  expect(rest).toContain('The buyer read the page in Polish.')
})

test('a draft saved on Stripe is not overwritten by suggestions and is submitted as shown', async () => {
  const { purchaseId, path } = await disputed()
  const said = { ...(await suggested(path)), uncategorized_text: 'In my own words' }
  const draft = await send(path, said, false)
  const again = await suggested(path)

  expect([draft.status, draft.body]).toEqual([200, { status: 'needs_response' }])
  expect(again).toEqual(said)
  expect((await send(path, again, true)).body).toEqual({ status: 'under_review' })
  expect((await dispute(purchaseId)).status).toBe('under_review')
})

test('evidence can be submitted only once, even after an unrecorded submission', async () => {
  const { purchaseId, path } = await disputed()
  const said = await suggested(path)
  await send(path, said, true)
  const second = await send(path, said, true)
  const { db } = app.services
  await db
    .updateTable('disputes')
    .set({ status: 'needs_response', updatedAt: new Date(0) })
    .where('purchaseId', '=', purchaseId)
    .execute()
  const unheard = await send(path, said, true)

  expect(second).toMatchObject({ status: 409, body: { code: 'evidence_refused' } })
  expect(unheard).toMatchObject({ status: 409, body: { code: 'evidence_refused' } })
  expect((await dispute(purchaseId)).status).toBe('under_review')
})

test('evidence is not reported as submitted if Stripe does not respond', async () => {
  const { path } = await disputed()
  const said = await suggested(path)
  await setFaults(app, {
    calls: [
      {
        method: 'POST',
        path: '/v1/disputes/*',
        fault: { kind: 'error', status: 500, body: { type: 'api_error', message: 'Away' } },
      },
    ],
  })
  const answer = await send(path, said, true)
  await setFaults(app, {})

  expect(answer).toMatchObject({ status: 503, body: { code: 'evidence_unknown' } })
})

test('a seller gets 404 when sending evidence for another seller’s dispute', async () => {
  const { path } = await disputed()
  const said = await suggested(path)
  const another = await signUpSeller(app)

  expect((await send(path, said, false, another)).status).toBe(404)
  const unknown = await call(app, 'POST', path, {
    token: seller.token,
    body: { evidence: { ...said, receipt: 'file_1' }, submit: false },
  })
  expect(unknown.status).toBe(422)
})
