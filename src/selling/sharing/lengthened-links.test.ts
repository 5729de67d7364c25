import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let form: string
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(() => app.close())

const marks = [
  '.',
  ')',
  ',',
  ';',
  '!',
  ':',
  ']',
  '*',
  '**',
  '%E2%80%A6',
  '%22',
  "'",
  '>',
  '%20',
  '%E2%80%8B',
].concat(Array.from('。、）」，！？：؟،۔।›🙂').map(encodeURIComponent), [
  '~~',
  '%3Cbr%3E',
  '=',
  '%',
  '%E3%80',
  '%E3%80%80text',
  '%0D%0A',
])

async function shortPathOf(of: string): Promise<string> {
  const { body } = await call(app, 'GET', `/api/forms/${of}/short`, { token: seller.token })
  return new URL(z.string().parse(body)).pathname
}

/** The shop's pages that buyers get links to. */
async function links(): Promise<string[]> {
  const shortPath = await shortPathOf(form)
  const { purchaseId, secret } = outcomeOf(await pay(app, form))
  const shop = await app.services.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  return [
    `/payment/${form}`,
    shortPath,
    shortPath.toUpperCase(),
    `/PAYMENT/${form.toUpperCase()}`,
    `/purchases/${purchaseId}?key=${secret}`,
    `/my/${shop.id}`,
    `/withdraw/${shop.id}`,
    `/cancel-contract/${shop.id}`,
  ]
}

test('a link with characters added by a chat or email program opens the intended page', async () => {
  const lost: string[] = []
  for (const link of await links()) {
    for (const mark of ['', ...marks, '&utm_source=x']) {
      const { status, redirected } = await fetch(app.url + link + mark)
      const isRight = status === 200 && (mark === '' || mark === '&utm_source=x' || redirected)
      if (!isRight) lost.push(`${link}${mark}: ${status}`)
    }
  }
  expect(lost).toEqual([])
})

/** Requests a page as a browser does. */
const open = async (path: string) => {
  const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } })
  return { status: answer.status, url: answer.url, text: await answer.text() }
}

test('a URL with extra characters or path parts opens the payment page', async () => {
  const page = `/payment/${form}`
  for (const path of [page, await shortPathOf(form)]) {
    const last = path.lastIndexOf('/') + 1
    const [folder, id] = [path.slice(0, last), path.slice(last)]
    for (const address of [
      `/${path}`,
      `${folder}/${id}`,
      `${path}/x`,
      `${path}/index.html`,
      `${folder}%E2%80%9C${id}`,
      `${folder}${id.slice(0, 4)}%20${id.slice(4)}`,
      `${path}%3Futm_source=x`,
    ]) {
      const { status, url, text } = await open(address)
      expect([address, status, new URL(url).pathname]).toEqual([address, 200, page])
      expect(text).toContain('A course in watercolor')
    }
  }
})

test('a visitor with a dead URL sees an error page without the sellers’ app', async () => {
  for (const path of [
    '/payment',
    '/payment/x/y',
    '/payment/x.html',
    '/s',
    '/s/x/y',
    '/my',
    '/purchases/x/y/z',
    '/withdraw/x/y/z',
    '/forms/x.php',
  ]) {
    const { status, text } = await open(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain('This page does not exist')
    expect(text).not.toContain('Sign in')
  }
})
