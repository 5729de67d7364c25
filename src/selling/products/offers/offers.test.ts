import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { offersContract } from '#selling/products/contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  fields.image = await addPicture(app, seller)
})
afterAll(async () => app.close())

const fields = {
  title: 'A private lesson',
  image: '',
  description: 'One hour for the two of us',
  amount: 79,
  currency: 'usd',
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = async (method: Method, path: string, body?: unknown, token = seller.token) =>
  call(app, method, `/api${path}`, { token, body })
const create = async (more: object = {}) =>
  offersContract.createOffer.ok.schema.parse(
    (await ask('POST', '/one-time-offers', { ...fields, ...more })).body,
  )
const errorsOf = (answer: { body: unknown }) => errorBody.parse(answer.body).errors

test('a new offer is active and has the default button texts', async () => {
  const offer = await create()

  expect(offer).toEqual({
    ...fields,
    id: offer.id,
    files: [],
    acceptButtonText: 'Yes , please',
    declineButtonText: 'No thanks',
    isActive: true,
    tags: [],
    texts: {},
  })
})

test('an offer is stored with every field and appears on its form', async () => {
  const own = {
    acceptButtonText: 'Take it',
    declineButtonText: 'Another time',
    isActive: false,
    tags: ['lesson', 'summer'],
  }
  const offer = await create(own)
  expect(offer).toMatchObject(own)
  const form = await createTestForm(app, seller, { oneTimeOffer: offer.id })
  const { tags: _, ...shown } = offer

  expect((await ask('GET', `/forms/${form}`)).body).toMatchObject({ oneTimeOffer: shown })
  expect((await ask('GET', `/one-time-offers/${offer.id}`)).body).toEqual({ ...offer, usedByForms: 1 })
})

test('an offer can be found by its tag', async () => {
  const offer = await create({ tags: ['watercolor', 'watercolor', 'winter 2026'] })
  const found = await ask('GET', '/one-time-offers?q=Winter')

  expect(offer.tags).toEqual(['watercolor', 'winter 2026'])
  expect(offersContract.listOffers.ok.schema.parse(found.body).data).toEqual([{ ...offer, usedByForms: 0 }])
})

test.each([
  [{ title: 'Too short' }, 'title', 'Enter at least 10 characters'],
  [{ image: null }, 'image', 'This field is required'],
  [{ description: '' }, 'description', 'This field is required'],
  [{ currency: null }, 'currency', 'This field is required'],
  [{ amount: -0.01 }, 'amount', 'amount must be positive value'],
  [{ amount: 0.01 }, 'amount', 'The amount is below the minimum card payment of $0.50'],
  [{ acceptButtonText: '' }, 'acceptButtonText', 'This field is required'],
  [{ tags: ['cat'] }, 'tags.0', 'A tag must have more than 3 characters'],
])('creating an offer with %j is rejected', async (wrong, field, message) => {
  const answer = await ask('POST', '/one-time-offers', { ...fields, ...wrong })

  expect([answer.status, errorsOf(answer)]).toEqual([422, { [field]: message }])
})

test('an offer accepts only its seller’s own pictures', async () => {
  const image = await addPicture(app, await signUpSeller(app))
  const { id } = await create()
  const answers = [
    await ask('POST', '/one-time-offers', { ...fields, image }),
    await ask('PATCH', `/one-time-offers/${id}`, { image }),
  ]

  for (const answer of answers) {
    expect([answer.status, errorsOf(answer)]).toEqual([422, { image: 'Upload the picture again' }])
  }
})

test('an offer update keeps the other fields', async () => {
  const offer = await create({ tags: ['lesson'] })
  const answer = await ask('PATCH', `/one-time-offers/${offer.id}`, { isActive: false })

  expect(answer.body).toEqual({ ...offer, isActive: false })
})

test('an offer’s currency cannot change while a form uses the offer', async () => {
  const offer = await create()
  await createTestForm(app, seller, { oneTimeOffer: offer.id })
  const answer = await ask('PATCH', `/one-time-offers/${offer.id}`, { currency: 'eur' })

  expect([answer.status, errorsOf(answer)]).toEqual([
    422,
    { currency: 'The currency cannot change while 1 form uses this' },
  ])
})

test('deleting an offer returns its title and removes it from forms', async () => {
  const offer = await create()
  const form = await createTestForm(app, seller, { oneTimeOffer: offer.id })
  const answer = await ask('DELETE', `/one-time-offers/${offer.id}`)

  expect([answer.status, answer.body]).toEqual([200, { title: offer.title }])
  expect((await ask('GET', `/forms/${form}`)).body).toMatchObject({ oneTimeOffer: null })
})

test('a seller gets 404 for another seller’s offers', async () => {
  const { id } = await create()
  const other = await signUpSeller(app)
  const path = `/one-time-offers/${id}`
  const answers = [
    await ask('GET', path, undefined, other.token),
    await ask('PATCH', path, { title: 'Mine from now on' }, other.token),
    await ask('DELETE', path, undefined, other.token),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
