import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addFile } from '#accounts/uploads/test-files.ts'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { valid as validForm } from '#foundation/http/contract/test-send.ts'
import { newKey, pay } from '#buying/checkout/pay/test-paying.ts'
import { form as formOnWire, formsContract } from '#selling/forms/contract.ts'
import { versionsContract } from '#selling/forms/versions/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bumpsContract } from '#selling/products/contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  fields.image = await addPicture(app, seller)
})
afterAll(async () => app.close())

const fields = {
  title: 'A set of brushes',
  image: '',
  description: 'Three brushes that last',
  amount: 19.9,
  currency: 'usd',
}
const absent = '01a1f882-85a6-763a-997b-e9385dbf9804'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = async (method: Method, path: string, body?: unknown, token = seller.token) =>
  call(app, method, `/api${path}`, { token, body })
const create = async (more: object = {}) =>
  bumpsContract.createBump.ok.schema.parse((await ask('POST', '/bumps', { ...fields, ...more })).body)
const read = async (id: string) =>
  bumpsContract.getBump.ok.schema.parse((await ask('GET', `/bumps/${id}`)).body)
const list = async (query = '', token = seller.token) =>
  bumpsContract.listBumps.ok.schema.parse((await ask('GET', `/bumps${query}`, undefined, token)).body)
const errorsOf = (answer: { body: unknown }) => errorBody.parse(answer.body).errors
const pageOf = async (form: string) => (await fetch(`${app.url}/payment/${form}`)).text()

test('a bump is stored with every field', async () => {
  const file = await addFile(app, seller, 'list.txt')
  const created = await ask('POST', '/bumps', { ...fields, files: [file] })

  expect(created.status).toBe(201)
  const bump = bumpsContract.createBump.ok.schema.parse(created.body)
  expect(bump).toEqual({ ...fields, files: [file], texts: {}, id: bump.id })
  expect(await read(bump.id)).toEqual({ ...bump, usedByForms: 0 })
})

test('a bump’s file must match the upload and can be attached only once', async () => {
  const file = await addFile(app, seller, 'list.txt')
  const bump = await create({ files: [file] })
  const lie = { ...file, name: 'invoice.html', size: 999, type: 'text/html' }
  const wrong = {
    'files.0.name': 'The name of the uploaded file is list.txt',
    'files.0.size': 'The size of the uploaded file is 12',
    'files.0.type': 'The type of the uploaded file is text/plain',
  }
  const twice = { 'files.1.url': 'This file is already in the list' }

  expect(errorsOf(await ask('POST', '/bumps', { ...fields, files: [lie] }))).toEqual(wrong)
  expect(errorsOf(await ask('PATCH', `/bumps/${bump.id}`, { files: [lie] }))).toEqual(wrong)
  expect(errorsOf(await ask('PATCH', `/bumps/${bump.id}`, { files: [file, file] }))).toEqual(twice)
})

test('a bump’s null amount is stored as 0', async () => {
  expect(await create({ amount: null, currency: undefined })).toMatchObject({
    amount: 0,
    currency: 'usd',
    files: null,
  })
})

test.each([
  [{ title: 'Too short' }, 'title', 'Enter at least 10 characters'],
  [{ image: undefined }, 'image', 'This field is required'],
  [{ image: '' }, 'image', 'This field is required'],
  [{ description: ' ' }, 'description', 'This field is required'],
  [{ currency: 'abc' }, 'currency', 'Choose one of the listed values'],
  [{ amount: -1 }, 'amount', 'amount must be positive value'],
  [{ amount: 1.005 }, 'amount', 'amount has more decimals than USD has'],
  [{ amount: 1_000_000 }, 'amount', 'amount is above the maximum card payment of $999,999.99'],
])('creating a bump with %j is rejected', async (wrong, field, message) => {
  const answer = await ask('POST', '/bumps', { ...fields, ...wrong })

  expect(answer.status).toBe(422)
  expect(errorsOf(answer)).toEqual({ [field]: message })
})

test('another seller’s file cannot be attached to a bump', async () => {
  const other = await signUpSeller(app)
  const files = [await addFile(app, { ...seller, token: other.token }, 'list.txt')]
  const { id } = await create()
  const answers = [
    await ask('POST', '/bumps', { ...fields, files }),
    await ask('PATCH', `/bumps/${id}`, { files }),
    await ask('PATCH', `/bumps/${id}`, { files: [{ ...files[0], url: 'https://example.com/list.txt' }] }),
  ]

  expect(answers.map(errorsOf)).toEqual(answers.map(() => ({ files: 'Upload the file again' })))
})

test('a bump update keeps the other fields and checks the amount in the new currency', async () => {
  const bump = await create({ files: [await addFile(app, seller, 'list.txt')] })
  const renamed = await ask('PATCH', `/bumps/${bump.id}`, { title: 'A better set of brushes' })
  expect(renamed.body).toEqual({ ...bump, title: 'A better set of brushes' })

  const answer = await ask('PATCH', `/bumps/${bump.id}`, { currency: 'jpy' })
  expect([answer.status, errorsOf(answer)]).toEqual([
    422,
    { amount: 'amount has more decimals than JPY has' },
  ])
  const repriced = await ask('PATCH', `/bumps/${bump.id}`, { currency: 'jpy', amount: 1900 })
  expect(repriced.body).toMatchObject({ currency: 'jpy', amount: 1900 })
})

test('a bump can have any small amount unless it can be charged on its own', async () => {
  const small = await create({ amount: 0.2 })
  const alone = {
    bumps: 'This order bump can be charged on its own. The amount is below the minimum card payment of $0.50',
  }
  const form = await createTestForm(app, seller, { bumps: [small.id] })
  const free = { ...validForm, amount: 0, bumps: [small.id] }
  const made = await ask('POST', '/forms', free)
  const freed = await ask('PATCH', `/forms/${form}`, { amount: 0, isDetailUpdate: false })
  const offered = await ask('PATCH', `/forms/${form}`, { otoSequenceList: [small.id], isDetailUpdate: false })

  expect([made.status, errorsOf(made)]).toEqual([422, alone])
  expect([freed.status, errorsOf(freed)]).toEqual([422, alone])
  expect(errorsOf(offered)).toEqual({ otoSequenceList: alone.bumps })
  const large = await create({ amount: 5 })
  await createTestForm(app, seller, { amount: 0, bumps: [large.id] })
  const cut = await ask('PATCH', `/bumps/${large.id}`, { amount: 0.2 })
  expect(errorsOf(cut)).toEqual({ amount: 'The amount is below the minimum card payment of $0.50' })
  expect((await ask('PATCH', `/bumps/${small.id}`, { amount: 0.3 })).status).toBe(200)
  const tried = await create({ amount: 5 })
  const trial = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  await createTestForm(app, seller, {
    prices: [{ label: 'Monthly', amount: 9, ...trial }],
    bumps: [tried.id],
  })
  expect((await ask('PATCH', `/bumps/${tried.id}`, { amount: 0.2 })).status).toBe(422)
})

test('a bump accepts only its seller’s own pictures', async () => {
  const foreign = await addPicture(app, await signUpSeller(app))
  const bump = await create()
  const expected = [422, { image: 'Upload the picture again' }]

  for (const image of [foreign, '/pictures/bump-01a1f882-85a6-763a-997b-e9385dbf9804.webp']) {
    const made = await ask('POST', '/bumps', { ...fields, image })
    const changed = await ask('PATCH', `/bumps/${bump.id}`, { image })
    expect([made.status, errorsOf(made)]).toEqual(expected)
    expect([changed.status, errorsOf(changed)]).toEqual(expected)
  }
  const image = await addPicture(app, seller)
  expect((await ask('PATCH', `/bumps/${bump.id}`, { image })).body).toMatchObject({ image })
})

test('a bump’s currency cannot change while forms use the bump', async () => {
  const bump = await create()
  await createTestForm(app, seller, { bumps: [bump.id] })
  await createTestForm(app, seller, { otoSequenceList: [bump.id] })
  await createTestForm(app, seller, { bumps: [bump.id], otoSequenceList: [bump.id] })
  const answer = await ask('PATCH', `/bumps/${bump.id}`, { currency: 'eur' })

  expect(answer.status).toBe(422)
  expect(errorsOf(answer)).toEqual({ currency: 'The currency cannot change while 3 forms use this' })
  expect(await read(bump.id)).toMatchObject({ currency: 'usd', usedByForms: 3 })
})

test('deleting a bump returns its title and removes it from forms and pages immediately', async () => {
  const bump = await create({ title: 'A bump that goes away' })
  const form = await createTestForm(app, seller, { bumps: [bump.id] })
  expect(await pageOf(form)).toContain('A bump that goes away')
  const answer = await ask('DELETE', `/bumps/${bump.id}`)

  expect([answer.status, answer.body]).toEqual([200, { title: 'A bump that goes away' }])
  expect(await pageOf(form)).not.toContain('A bump that goes away')
  expect((await ask('GET', `/forms/${form}`)).body).toMatchObject({ bumps: [] })
  expect((await ask('DELETE', `/bumps/${bump.id}`)).status).toBe(404)
})

test('the payment page shows a bump’s changed price immediately', async () => {
  const bump = await create()
  const form = await createTestForm(app, seller, { bumps: [bump.id] })
  expect(await pageOf(form)).toContain('$19.90')
  await ask('PATCH', `/bumps/${bump.id}`, { amount: 23.45 })

  expect(await pageOf(form)).toContain('$23.45')
})

test('a form rejects bumps in another currency', async () => {
  const bump = await create({ currency: 'eur' })
  const form = await createTestForm(app, seller)
  const answer = await ask('PATCH', `/forms/${form}`, { bumps: [bump.id], isDetailUpdate: false })

  expect([answer.status, errorsOf(answer)]).toEqual([
    422,
    { bumps: 'This order bump has a different currency from the form' },
  ])
})

test('the bump list can be paged, searched or read as a whole', async () => {
  const other = await signUpSeller(app)
  const image = await addPicture(app, other)
  for (let number = 1; number <= 12; number += 1) {
    const title = `Bump with the number ${number}`
    await ask('POST', '/bumps', { ...fields, image, title }, other.token)
  }
  const first = await list('', other.token)
  expect(first).toMatchObject({ prevPage: null, nextPage: 1 })
  expect(first.data.map(({ title }) => title).slice(0, 2)).toEqual([
    'Bump with the number 12',
    'Bump with the number 11',
  ])
  expect(await list('?page=1', other.token)).toMatchObject({ prevPage: 0, nextPage: null })
  expect((await list('?q=NUMBER%207', other.token)).data).toHaveLength(1)
  expect((await list('?q=%25', other.token)).data).toHaveLength(0)
  expect((await list('/?page=0&q=&limit=0', other.token)).data).toHaveLength(12)
})

test('a seller gets 404 for bumps that are missing, invalid or another seller’s', async () => {
  const { id } = await create()
  const other = await signUpSeller(app)
  const answers = await Promise.all(
    [
      ['GET', id],
      ['PATCH', id],
      ['DELETE', id],
      ['GET', absent],
      ['GET', 'nonsense'],
    ].map(([method, path]) =>
      ask(
        z.enum(['GET', 'PATCH', 'DELETE']).parse(method),
        `/bumps/${path}`,
        method === 'PATCH' ? {} : undefined,
        other.token,
      ),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await list('', other.token)).data).toEqual([])
})

test('bumps are hidden without a session and before onboarding', async () => {
  const fresh = await signUpSeller(app, { isOnboarded: false })

  expect((await call(app, 'GET', '/api/bumps')).status).toBe(401)
  const answer = await ask('GET', '/bumps', undefined, fresh.token)
  expect([answer.status, errorBody.parse(answer.body).message]).toEqual([
    403,
    'You need to connect your stripe account with our service',
  ])
})

test('an inactive bump stays on its form, but buyers neither see it nor can buy it', async () => {
  const [shown, hidden] = [await create(), await create({ title: 'A box for the brushes' })]
  const form = await createTestForm(app, seller, { bumps: [shown.id, hidden.id] })
  const token = /"token":"([^"]+)"/.exec(await pageOf(form))?.[1]
  const change = async (body: object) =>
    formsContract.updateForm.ok.schema.parse(
      (await ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, ...body })).body,
    )
  const off = [{ id: hidden.id, isOn: false }]
  await change({ bumpRules: off })
  const page = await pageOf(form)
  const buy = async (given: object) => pay(app, form, { email: `${newKey()}@example.com`, ...given })

  expect([page.includes(shown.id), page.includes(hidden.id)]).toEqual([true, false])
  expect(errorsOf(await buy({ bumps: [hidden.id] }))).toEqual({
    bumps: 'This order bump is no longer part of the form',
  })
  const outdated = await buy({ bumps: [shown.id, hidden.id], quote: token })
  expect([outdated.status, errorBody.parse(outdated.body).message]).toEqual([
    409,
    'Something you added to your order is no longer available.',
  ])
  expect((await buy({ bumps: [shown.id] })).status).toBe(200)
  const { rows } = await sql<{ offered: string[] }>`
    select offered_bump_ids as offered from purchases where form_id = ${form}`.execute(app.services.db)
  expect(rows).toEqual([{ offered: [shown.id] }])
  // Bumps that stay on the form stay inactive.
  expect(await change({ bumps: [hidden.id, shown.id] })).toMatchObject({ bumpRules: off })
  expect(formOnWire.parse((await ask('GET', `/forms/${form}`)).body).bumps).toHaveLength(2)
  const { versions } = versionsContract.listVersions.ok.schema.parse(
    (await ask('GET', `/forms/${form}/versions`)).body,
  )
  expect(versions[1]?.changes).toEqual([
    { field: 'bumps.isOn', item: hidden.title, before: true, after: false },
  ])
  await change({ bumpRules: [] })
  expect(await pageOf(form)).toContain(hidden.id)
})
