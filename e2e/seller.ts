// What browser tests of the back office stand on: a seller who is signed in, and the API for what a test begins with.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { arriveAsDemo } from './arrive.ts'
import { withPicture } from './picture.ts'
import type { Product } from './product.ts'
import { expect } from './test.ts'

/** Signs the demo's seller in, without the sign-in page, and goes where that leads. */
export async function signIn(page: Page, product: Product): Promise<void> {
  await arriveAsDemo(page, product)
  await page.goto('/forms')
}

const created = z.object({ id: z.string(), title: z.string() })

/** Creates something as the seller who is signed in on this page; answers its id and title. */
export async function create(
  page: Page,
  path: '/forms' | '/bumps' | '/one-time-offers' | '/taxes' | '/coupons',
  body: object,
): Promise<z.output<typeof created>> {
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const data = await withPicture(new URL(page.url()).origin, token, path, body)
  const response = await page.request.post(`/api${path}`, { headers, data })
  expect(response.status(), await response.text()).toBe(201)
  return created.parse(await response.json())
}

/** Lists the sites that may show the forms of the seller who is signed in on this page. */
export async function listSites(page: Page, embedHosts: readonly string[]): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.patch('/api/seller/shop', { headers, data: { embedHosts } })
  expect(response.status(), await response.text()).toBe(200)
}

let things = 0

/** The fields of a bump or an offer, with a title that no other test has; whoever creates it gives it a picture. */
export function newProduct(fields: object = {}) {
  things += 1
  return {
    title: `Workbook number ${process.pid}-${things}`,
    description: 'Twenty-four exercises on heavy paper',
    amount: 19.9,
    currency: 'usd',
    ...fields,
  }
}

/** The fields of a form, with a title that no other test has. */
export function newForm(fields: object = {}) {
  things += 1
  return {
    title: `Watercolor course ${process.pid}-${things}`,
    description: 'Six weeks of light and water',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'usd',
    ...fields,
  }
}
