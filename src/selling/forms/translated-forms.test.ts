import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBump } from '#buying/upsells/test-offers.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { form as formSchema } from './contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const none = { description: '', buttonText: '', successMessage: '', quantityLabel: '', pauseMessage: '' }

const readForm = async (id: string) =>
  formSchema.parse((await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })).body)

const change = async (id: string, fields: object) =>
  call(app, 'PATCH', `/api/forms/${id}`, {
    token: seller.token,
    body: { isDetailUpdate: false, ...fields },
  })

/** The fields of a rejected change. */
const problemsOf = async (id: string, fields: object) =>
  Object.keys(errorBody.parse((await change(id, fields)).body).errors ?? {})

test('a timer keeps its translations if a request omits them, and loses them if a request empties them', async () => {
  const timer = { title: 'Early price', timestamp: Date.parse('2036-01-01T12:00:00Z') }
  const texts = { de: { title: 'Frühbucherpreis' } }
  const id = await createTestForm(app, seller, { timers: [{ ...timer, texts }] })
  await change(id, { timers: [{ ...timer, amount: 59 }] })
  expect((await readForm(id)).timers).toMatchObject([{ amount: 59, texts }])

  await change(id, { timers: [{ ...timer, texts: {} }] })
  expect((await readForm(id)).timers).toMatchObject([{ texts: {} }])
  expect(await problemsOf(id, { timers: [{ ...timer, texts: { de: { title: 'ä'.repeat(201) } } }] })).toEqual(
    ['timers.0.texts.de.title'],
  )
})

test('a form and its copies keep their translations, trimmed and without empty ones', async () => {
  const id = await createTestForm(app, seller, {
    texts: { fr: { title: ' Cours d’aquarelle ' }, de: { title: 'Malkurs' }, es: { title: '' } },
    priceTexts: { de: { label: 'Sofort' } },
    prices: [{ label: 'Later', amount: 9, texts: { de: { label: 'Später' } } }],
  })
  const stored = await readForm(id)
  expect(stored).toMatchObject({
    texts: { de: { title: 'Malkurs', ...none }, fr: { title: 'Cours d’aquarelle', ...none } },
    priceTexts: { de: { label: 'Sofort', setupLabel: '' } },
    prices: [{ texts: { de: { label: 'Später', setupLabel: '' } } }],
  })
  expect(stored.texts).not.toHaveProperty('es')

  const copied = await call(app, 'POST', '/api/forms', {
    token: seller.token,
    body: { ...stored, prices: stored.prices.map((price) => ({ ...price, id: null })), priceId: null },
  })
  expect(copied.status).toBe(201)
  expect(formSchema.parse(copied.body).texts).toEqual(stored.texts)
})

test('an invalid translation is rejected with an error for its language and field', async () => {
  const id = await createTestForm(app, seller)
  expect(await problemsOf(id, { texts: { de: { title: 'ä'.repeat(201) } } })).toEqual(['texts.de.title'])
  expect(await problemsOf(id, { texts: { de: { subtitle: 'Mit Licht' } } })).toEqual(['texts.de.subtitle'])
  expect((await change(id, { texts: { tlh: { title: 'Qapla' } } })).status).toBe(422)
  expect((await readForm(id)).texts).toEqual({})
})

test('the longest description of a bump in any language counts toward its form’s page limit', async () => {
  const heavy = 'x'.repeat(9_000)
  const bumps = await Promise.all(
    Array.from({ length: 12 }, () => addBump(app, seller, { texts: { de: { description: heavy } } })),
  )
  const id = await createTestForm(app, seller)
  expect(await problemsOf(id, { bumps })).toEqual(['bumps'])
})

test('a seller’s export has the translations of forms and bumps', async () => {
  const owner = await signUpSeller(app)
  await createTestForm(app, owner, { texts: { de: { title: 'Malkurs' } } })
  await addBump(app, owner, { texts: { de: { title: 'Pinsel' } } })
  const { body } = await call(app, 'GET', '/api/account/export', { token: owner.token })
  expect(body).toMatchObject({
    forms: [{ texts: { de: { title: 'Malkurs' } } }],
    bumps: [{ texts: { de: { title: 'Pinsel' } } }],
  })
})
