import { selectorLimit } from '#foundation/http/contract/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#foundation/db/new-id.ts'
import { call, createTestForm, signUpSeller } from '#test-app.ts'
import { formOf, startForms, valid, type Forms } from './test-forms.ts'

let forms: Forms
beforeAll(async () => {
  forms = await startForms()
})
afterAll(async () => forms.app.close())

test('a form can be deleted only once, and deleting it returns its title and keeps the row', async () => {
  const { id } = formOf(await forms.create())
  const path = `/api/forms/${id}`
  const deleted = await call(forms.app, 'DELETE', path, { token: forms.seller.token })

  expect([deleted.status, deleted.body]).toEqual([200, { title: valid.title }])
  expect((await call(forms.app, 'DELETE', path, { token: forms.seller.token })).status).toBe(404)
  expect((await call(forms.app, 'GET', path, { token: forms.seller.token })).status).toBe(404)
  expect((await forms.update(id, { amount: 1 })).status).toBe(404)
  expect((await fetch(`${forms.app.url}/payment/${id}`)).status).toBe(410)
  const row = await forms.app.services.db
    .selectFrom('forms')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row?.title).toBe(valid.title)
})

test('a payment page shows a change right away', async () => {
  const { id } = formOf(await forms.create())
  const page = async () => (await fetch(`${forms.app.url}/payment/${id}`)).text()

  expect(await page()).toContain(valid.title)
  await forms.update(id, { title: 'A course in oil painting' })
  expect(await page()).toContain('A course in oil painting')
})

test('a form card shows the buyers’ price, including an ended timer’s', async () => {
  const owner = await signUpSeller(forms.app)
  const formId = await createTestForm(forms.app, owner, { amount: 49 })
  const timer = { id: newId(), formId, title: 'Late', amount: 5900, expiresAt: new Date(0) }
  await forms.app.services.db.insertInto('timers').values(timer).execute()
  const answer = await call(forms.app, 'GET', '/api/forms', { token: owner.token })

  expect(answer.body).toMatchObject({ data: [{ amount: 49, shownPrice: { amount: 59, note: '' } }] })
})

test('a form card shows the lowest visible price and the number of prices', async () => {
  const owner = await signUpSeller(forms.app)
  const cycle = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1, cancelAfter: 0 }
  const price = { ...cycle, state: 'listed', isDefault: false }
  await createTestForm(forms.app, owner, {
    amount: 49,
    prices: [
      { ...price, label: 'Monthly', amount: 12 },
      { ...price, label: 'For friends', amount: 5, state: 'hidden' },
      { ...price, label: 'Gone', amount: 2, state: 'retired' },
      { ...price, label: 'Yearly', amount: 120, billingPeriod: 'Yearly' },
    ],
  })
  const answer = await call(forms.app, 'GET', '/api/forms', { token: owner.token })
  const shownPrice = { amount: 12, note: '', priceType: 'RecurringPrice', billingInterval: 1, count: 3 }

  expect(answer.body).toMatchObject({ data: [{ amount: 49, shownPrice }] })
})

const pageSchema = z.object({
  data: z.array(z.looseObject({ title: z.string() })),
  prevPage: z.number().nullable(),
  nextPage: z.number().nullable(),
})

test('the form list can be paged and searched by title and name', async () => {
  const owner = await signUpSeller(forms.app)
  const titles = Array.from({ length: 12 }, (_, index) => `Lesson number ${index + 1}`)
  for (const title of titles) await createTestForm(forms.app, owner, { title })
  await createTestForm(forms.app, owner, { title: 'Save 100% on lessons', name: 'snake_case' })
  const list = async (query: string, { token } = owner) => {
    const answer = await call(forms.app, 'GET', `/api/forms${query}`, { token })
    const { data, prevPage, nextPage } = pageSchema.parse(answer.body)
    return { titles: data.map(({ title }) => title), prevPage, nextPage }
  }
  const newestFirst = ['Save 100% on lessons', ...titles.toReversed()]

  expect(await list('')).toEqual({ titles: newestFirst.slice(0, 10), prevPage: null, nextPage: 1 })
  expect(await list('?page=1')).toEqual({ titles: newestFirst.slice(10), prevPage: 0, nextPage: null })
  expect(await list('/?page=2&limit=5')).toEqual({
    titles: newestFirst.slice(10),
    prevPage: 1,
    nextPage: null,
  })
  expect(await list('?limit=13')).toMatchObject({ prevPage: null, nextPage: null })
  expect(await list('?limit=0')).toEqual({ titles: newestFirst, prevPage: null, nextPage: null })
  expect((await list('?limit=&page=')).titles).toHaveLength(10)
  expect(await list('?page=99')).toEqual({ titles: [], prevPage: 98, nextPage: null })
  expect((await list('?q=NUMBER 1')).titles).toHaveLength(4)
  expect((await list('?q=%20NUMBER 1%20')).titles).toHaveLength(4)
  expect((await list('?q=100%25')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=%25')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=_')).titles).toEqual(['Save 100% on lessons'])
  expect((await list('?q=%5C')).titles).toEqual([])
  expect((await list(`?q=${encodeURIComponent("' or 1=1 --")}`)).titles).toEqual([])
  expect((await list('?limit=0', forms.stranger)).titles).toEqual([])
})

// Proves bounded-memory.
test('a form list without a limit still has a next page', async () => {
  const owner = await signUpSeller(forms.app)
  const first = await createTestForm(forms.app, owner, { title: 'The first of very many' })
  const { db } = forms.app.services
  const { id: _, ...row } = await db
    .selectFrom('forms')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: selectorLimit }, () => ({
    ...row,
    id: newId(),
    files: '[]',
    imageFocus: '{}',
    pictures: '[]',
    texts: '{}',
    priceTexts: '{}',
    fields: '[]',
    blocks: '[]',
  }))
  await db.insertInto('forms').values(copies).execute()
  const page = async (query: string) =>
    pageSchema.parse(
      (await call(forms.app, 'GET', `/api/forms?limit=0${query}`, { token: owner.token })).body,
    )
  const [one, two] = [await page(''), await page('&page=1')]

  expect([one.data.length, one.prevPage, one.nextPage]).toEqual([selectorLimit, null, 1])
  expect([two.data.length, two.prevPage, two.nextPage]).toEqual([1, 0, null])
  expect(two.data).toMatchObject([{ id: first }])
})
