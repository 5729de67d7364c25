import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const shortLink = async (form: string, token = seller.token) =>
  call(app, 'GET', `/api/forms/${form}/short`, { token })
const visit = async (path: string) => {
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual' })
  return { status: response.status, to: response.headers.get('location'), text: await response.text() }
}

test('a form has one short link, which leads to its payment page and keeps the query', async () => {
  const form = await createTestForm(app, seller)
  const links = await Promise.all(Array.from({ length: 8 }, async () => shortLink(form)))
  const [link] = links

  expect(link?.status).toBe(200)
  expect(new Set(links.map(({ body }) => body)).size).toBe(1)
  const { origin, pathname } = new URL(String(link?.body))
  expect(origin).toBe(app.url)
  expect(pathname).toMatch(/^\/s\/[2-9a-hjkmnp-z]{7}$/)
  expect(await visit(`${pathname}?utm_source=a%20b&x=%2F`)).toMatchObject({
    status: 302,
    to: `/payment/${form}?utm_source=a%20b&x=%2F`,
  })
  expect(await visit(pathname)).toMatchObject({ status: 302, to: `/payment/${form}` })
})

test('two forms have different short links', async () => {
  const [first, second] = [await createTestForm(app, seller), await createTestForm(app, seller)]

  expect((await shortLink(first)).body).not.toBe((await shortLink(second)).body)
})

test('a deleted form’s short link leads to the page for deleted forms', async () => {
  const form = await createTestForm(app, seller)
  const { pathname } = new URL(String((await shortLink(form)).body))
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })

  const { to } = await visit(pathname)
  expect((await visit(to ?? '')).status).toBe(410)
  expect((await shortLink(form)).status).toBe(404)
})

test.each(['/s/2222222', '/s/nonsense', '/s/%00', '/s/A'])('%s shows a friendly error page', async (path) => {
  const { status, text } = await visit(path)

  expect(status).toBe(404)
  expect(text).toContain('This page does not exist')
})

test('a seller gets no short link for another seller’s, missing and invalid forms', async () => {
  const form = await createTestForm(app, seller)
  const other = await signUpSeller(app)
  const answers = [
    await shortLink(form, other.token),
    await shortLink('01a1f882-85a6-763a-997b-e9385dbf9804'),
    await shortLink('nonsense'),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
