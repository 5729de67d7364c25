import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { createFormViews } from './form-views.ts'

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

const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'

const view = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${app.url}/payment/${form}`, { method, headers: { 'user-agent': person, ...headers } })

/** The form's stored views: a list for each day with a count for each quarter of an hour. */
async function stored() {
  const rows = await app.services.db
    .selectFrom('formViews')
    .select(['day', 'views'])
    .where('formId', '=', form)
    .orderBy('day')
    .execute()
  return rows.map(({ day, views }) => ({
    day,
    views: Object.fromEntries(
      views.map((count, index) => [index, count] as const).filter(([, count]) => count > 0),
    ),
  }))
}

test('several processes add their views to the same quarter of an hour', async () => {
  const other = createFormViews(app.services)
  const { sellerId } = await app.services.db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  for (const time of ['2026-03-01T23:59:59Z', '2026-03-01T23:45:00Z', '2026-03-02T00:00:00Z']) {
    app.clock.set(new Date(time))
    await view()
    other.count({ sellerId, formId: form }, { method: 'GET', headers: { 'user-agent': person } })
  }
  expect(await stored()).toEqual([])
  await Promise.all([app.views.flush(), other.flush()])
  await app.views.flush()
  app.clock.set(new Date())

  expect(await stored()).toEqual([
    { day: '2026-03-01', views: { 95: 4 } },
    { day: '2026-03-02', views: { 0: 2 } },
  ])
})

test.for([
  [
    'a crawler',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    0,
  ],
  ['a link preview', { 'user-agent': 'facebookexternalhit/1.1' }, 0],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }, 0],
  ['a client without a user agent', { 'user-agent': '' }, 0],
  ['a phone named Cubot', { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT X70) Chrome/130.0' }, 1],
] as const)('a view by %s is counted only if a person made it', async ([, headers, views]) => {
  await view(headers)
  await app.views.flush()

  expect((await stored()).flatMap((row) => Object.values(row.views))).toEqual(views === 0 ? [] : [views])
})

test('HEAD requests, previews in the editor and deleted forms do not count as views', async () => {
  await view({}, 'HEAD')
  await fetch(`${app.url}/preview/payment`, { headers: { 'user-agent': person } })
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  await view()
  await app.views.flush()

  expect(await stored()).toEqual([])
})

test('views that could not be stored are stored with the next ones', async () => {
  await view()
  await app.services.db.schema.alterTable('formViews').renameTo('away').execute()
  await expect(app.views.flush()).rejects.toThrow('form_views')
  await view()
  await app.services.db.schema.alterTable('away').renameTo('formViews').execute()
  await app.views.flush()

  expect((await stored()).flatMap((row) => Object.values(row.views))).toEqual([2])
})
