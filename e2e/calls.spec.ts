// API calls from a signed-in browser and from other clients that use its session.
import type { Page } from '@playwright/test'
import { create, newForm, newProduct, signIn } from './seller.ts'
import { expect, test } from './test.ts'

/** Calls the API as the seller signed in on this page. Returns status and body. */
async function callAs(page: Page) {
  const headers = {
    authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('sessionToken'))}`,
  }
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) => {
    const response = await page.request.fetch(`/api/${path}`, { method, headers, ...(data && { data }) })
    const body: unknown = await response.json()
    return { status: response.status(), body }
  }
}

test('E13 G9 H1 H7 H9 H10 H11 H12 H13 H14: a seller lists, reads, changes and deletes items through the API @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const call = await callAs(page)
  const userId = await page.evaluate(() => localStorage.getItem('userId'))
  expect(await call('GET', `users/${userId}`)).toMatchObject({
    status: 200,
    body: { email: product.demo.email },
  })
  expect((await call('PATCH', `users/${userId}`, { firstname: 'Juni' })).body).toMatchObject({
    firstname: 'Juni',
  })
  expect((await call('GET', 'stripe/tax-status')).status).toBe(200)

  for (const [path, body, change] of [
    ['/forms', newForm(), { title: 'Another title for it', isDetailUpdate: false }],
    ['/bumps', newProduct(), { title: 'Another title for it' }],
    ['/one-time-offers', newProduct(), { title: 'Another title for it' }],
    [
      '/taxes',
      { title: newProduct().title, percentage: 5 },
      { title: 'Another title for it', active: false },
    ],
  ] as const) {
    const { id, title } = await create(page, path, body)
    const one = `${path.slice(1)}/${id}`
    expect(await call('GET', `${path.slice(1)}?q=${title}&page=0&limit=10`)).toEqual({
      status: 200,
      body: { data: [expect.objectContaining({ id, title })], prevPage: null, nextPage: null },
    })
    if (path === '/forms') {
      const short = await call('GET', `${one}/short`)
      expect(short.body).toMatch(new RegExp(`^${product.url}/s/[2-9a-z]{7}$`))
    }
    for (const [variant, found] of [
      [`user=${userId}&role=Customer`, [expect.objectContaining({ id })]],
      [`user=${id}`, []],
      ['role=Partner', []],
    ] as const) {
      expect((await call('GET', `${path.slice(1)}?q=${title}&${variant}`)).body).toMatchObject({
        data: found,
      })
    }
    expect((await call('GET', one)).body).toMatchObject({ id, title })
    expect((await call('PATCH', one, change)).body).toMatchObject({ title: 'Another title for it' })
    if (path === '/taxes') {
      const titles = async (active: boolean) =>
        JSON.stringify((await call('GET', `taxes?active=${active}`)).body)
      expect(await titles(true)).not.toContain(id)
      expect(await titles(false)).toContain(id)
    }
    expect(await call('DELETE', one)).toEqual({ status: 200, body: { title: 'Another title for it' } })
    expect((await call('GET', one)).status).toBe(404)
  }

  for (let number = 0; number < 11; number += 1) await create(page, '/bumps', newProduct())
  const first = (await call('GET', 'bumps')).body
  expect(first).toMatchObject({ prevPage: null, nextPage: 1 })
  expect(first).toHaveProperty('data.length', 10)
  expect((await call('GET', 'bumps?page=1')).body).toMatchObject({ prevPage: 0 })
  const all = (await call('GET', 'bumps?limit=0')).body
  expect(all).toMatchObject({ prevPage: null, nextPage: null })
  expect(all).toHaveProperty('data.10')

  const wrong = {
    title: 'too short',
    name: 'x'.repeat(121),
    termsUrl: 'nonsense',
    taxId: 'nonsense',
  }
  expect(await call('POST', 'forms', { ...newForm(wrong), description: undefined })).toMatchObject({
    status: 422,
    body: {
      errors: {
        title: 'Enter at least 10 characters',
        name: 'Enter 120 characters or fewer',
        description: 'This field is required',
        termsUrl: 'Enter a valid URL',
        taxId: 'This field must be a valid uuid',
      },
    },
  })
})
